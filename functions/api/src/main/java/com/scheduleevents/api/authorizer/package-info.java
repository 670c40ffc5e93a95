/** The function that the gateway asks who a request comes from. */
@NullMarked
package com.scheduleevents.api.authorizer;

import org.jspecify.annotations.NullMarked;
