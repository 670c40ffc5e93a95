/** Reads a SAM template and resolves every reference to a local value. */
@NullMarked
package com.scheduleevents.cloud.template;

import org.jspecify.annotations.NullMarked;
