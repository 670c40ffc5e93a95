/** KMS, simulated. */
@NullMarked
package com.scheduleevents.simulation.kms;

import org.jspecify.annotations.NullMarked;
