/** This package tests the API against its contract, docs/openapi.yaml. */
@NullMarked
package com.scheduleevents.contract;

import org.jspecify.annotations.NullMarked;
