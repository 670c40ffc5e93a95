/** KMS, simulated. */
@NullMarked
package com.scheduleevents.cloud.kms;

import org.jspecify.annotations.NullMarked;
