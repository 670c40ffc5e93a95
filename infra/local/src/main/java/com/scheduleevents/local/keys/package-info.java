/** KMS, as far as the SDK calls it: master keys that never leave, data keys wrapped by them. */
@NullMarked
package com.scheduleevents.local.keys;

import org.jspecify.annotations.NullMarked;
