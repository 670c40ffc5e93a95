/** AWS's JSON protocol: serves a client of the AWS SDK over HTTP. */
@NullMarked
package com.scheduleevents.emulator.protocol;

import org.jspecify.annotations.NullMarked;
