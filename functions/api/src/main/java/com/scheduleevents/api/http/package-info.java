/** HTTP behind API Gateway: strict parsing of requests, and one place that creates responses and errors. */
@NullMarked
package com.scheduleevents.api.http;

import org.jspecify.annotations.NullMarked;
