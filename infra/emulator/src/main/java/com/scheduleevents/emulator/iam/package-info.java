/** IAM: holds every call of a function to the policies that the template gives its role, and keeps account of their use. */
@NullMarked
package com.scheduleevents.emulator.iam;

import org.jspecify.annotations.NullMarked;
