/** KMS, as far as the SDK calls it: master keys that never leave, data keys wrapped by them. */
@NullMarked
package com.scheduleevents.emulator.kms;

import org.jspecify.annotations.NullMarked;
