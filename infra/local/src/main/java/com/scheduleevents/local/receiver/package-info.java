/** A customer's endpoint to try deliveries on: verifies them as its owner would, shows them, and misbehaves when told to. */
@NullMarked
package com.scheduleevents.local.receiver;

import org.jspecify.annotations.NullMarked;
