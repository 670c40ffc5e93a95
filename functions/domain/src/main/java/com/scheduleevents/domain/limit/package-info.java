/** How many requests are let through: the rule of the token bucket, without its memory. */
@NullMarked
package com.scheduleevents.domain.limit;

import org.jspecify.annotations.NullMarked;
