/**
 * This package emulates IAM: it checks each call of a function against the policies of its role and records which
 * permissions were used.
 */
@NullMarked
package com.scheduleevents.emulator.iam;

import org.jspecify.annotations.NullMarked;
