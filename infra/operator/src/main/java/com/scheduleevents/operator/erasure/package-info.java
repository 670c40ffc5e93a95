/** Erases what was recorded for a clinic or an account, at the end of a contract. */
@NullMarked
package com.scheduleevents.operator.erasure;

import org.jspecify.annotations.NullMarked;
