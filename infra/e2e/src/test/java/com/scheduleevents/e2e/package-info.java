/** The whole service as a customer sees it: over HTTP and HTTPS, on a deployment that a test does not look into. */
@NullMarked
package com.scheduleevents.e2e;

import org.jspecify.annotations.NullMarked;
