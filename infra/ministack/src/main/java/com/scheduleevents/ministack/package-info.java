/** This package deploys template.yaml to MiniStack, an emulator of AWS by others, with {@code sam deploy}. */
@NullMarked
package com.scheduleevents.ministack;

import org.jspecify.annotations.NullMarked;
