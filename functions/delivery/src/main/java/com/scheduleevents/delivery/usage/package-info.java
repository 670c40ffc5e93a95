/** The functions that count usage: one requests the counts each night, the other counts one day of one account. */
@NullMarked
package com.scheduleevents.delivery.usage;

import org.jspecify.annotations.NullMarked;
