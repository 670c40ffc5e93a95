/**
 * This package runs the service on this machine: the emulator with template.yaml, a demo receiver, a mailbox and demo
 * accounts.
 */
@NullMarked
package com.scheduleevents.local;

import org.jspecify.annotations.NullMarked;
