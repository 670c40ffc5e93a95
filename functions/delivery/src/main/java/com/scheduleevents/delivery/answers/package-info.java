/** Answers of other services that several attempts use, in the memory of an execution environment. */
@NullMarked
package com.scheduleevents.delivery.answers;

import org.jspecify.annotations.NullMarked;
