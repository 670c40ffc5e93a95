/** Verifies the signatures of a delivery, and says why they do not fit. */
@NullMarked
package com.scheduleevents.cli.verify;

import org.jspecify.annotations.NullMarked;
