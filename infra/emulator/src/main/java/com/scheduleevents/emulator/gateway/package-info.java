/** API Gateway, as far as the template uses it: routes, authorizer and its cache, proxy events, gateway responses. */
@NullMarked
package com.scheduleevents.emulator.gateway;

import org.jspecify.annotations.NullMarked;
