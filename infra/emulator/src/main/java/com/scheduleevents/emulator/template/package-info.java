/** The deployment as template.yaml describes it, every reference resolved to a local value. */
@NullMarked
package com.scheduleevents.emulator.template;

import org.jspecify.annotations.NullMarked;
