/** The model and its rules as plain Java: no AWS type, no I/O, no clock of its own. */
@NullMarked
package com.scheduleevents.domain;

import org.jspecify.annotations.NullMarked;
