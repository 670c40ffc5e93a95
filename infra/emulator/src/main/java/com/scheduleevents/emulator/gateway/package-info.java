/** Emulates API Gateway REST APIs: routes, the authorizer and its cache, proxy events and gateway responses. */
@NullMarked
package com.scheduleevents.emulator.gateway;

import org.jspecify.annotations.NullMarked;
