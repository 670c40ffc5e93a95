/** The commands that export the usage of a month for billing and recount days. */
@NullMarked
package com.scheduleevents.operator.usage;

import org.jspecify.annotations.NullMarked;
