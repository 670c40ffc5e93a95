/**
 * This package emulates API Gateway as far as templates use it here: routes, the authorizer with its cache, proxy
 * events and gateway responses.
 */
@NullMarked
package com.scheduleevents.emulator.gateway;

import org.jspecify.annotations.NullMarked;
