/** Emulates KMS: master keys that are never exposed, and data keys wrapped by them. */
@NullMarked
package com.scheduleevents.emulator.kms;

import org.jspecify.annotations.NullMarked;
