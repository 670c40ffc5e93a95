/** This package tests a running deployment as a customer and as an operator see it, over HTTP and HTTPS. */
@NullMarked
package com.scheduleevents.e2e;

import org.jspecify.annotations.NullMarked;
