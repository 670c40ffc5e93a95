/** The function behind the changes queue, which records the events of first-party producers. */
@NullMarked
package com.scheduleevents.api.recorder;

import org.jspecify.annotations.NullMarked;
