/** Emulates IAM: checks every call of a function against the policies of its role, and records which permissions are used. */
@NullMarked
package com.scheduleevents.emulator.iam;

import org.jspecify.annotations.NullMarked;
