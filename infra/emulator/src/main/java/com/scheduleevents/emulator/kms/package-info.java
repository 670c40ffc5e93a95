/** This package emulates KMS as far as the SDK calls it: it keeps master keys and wraps data keys with them. */
@NullMarked
package com.scheduleevents.emulator.kms;

import org.jspecify.annotations.NullMarked;
