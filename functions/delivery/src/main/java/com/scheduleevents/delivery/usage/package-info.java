/** The functions that count usage: one asks each night for every account's days, the other counts one account's day. */
@NullMarked
package com.scheduleevents.delivery.usage;

import org.jspecify.annotations.NullMarked;
