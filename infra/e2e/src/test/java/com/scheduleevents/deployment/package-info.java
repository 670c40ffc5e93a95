/** Tests of ./deploy. */
@NullMarked
package com.scheduleevents.deployment;

import org.jspecify.annotations.NullMarked;
