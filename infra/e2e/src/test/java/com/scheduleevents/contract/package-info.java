/** The contract of the API, docs/openapi.yaml: what is built is in it, and what is answered is as it says. */
@NullMarked
package com.scheduleevents.contract;

import org.jspecify.annotations.NullMarked;
