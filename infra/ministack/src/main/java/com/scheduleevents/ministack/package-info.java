/** Runs the service on MiniStack, a third-party emulator of AWS: deployed by {@code sam deploy}, functions run as processes. */
@org.jspecify.annotations.NullMarked
package com.scheduleevents.ministack;
