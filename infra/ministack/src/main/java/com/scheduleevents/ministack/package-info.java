/** The service on MiniStack, an emulator of AWS that others wrote: deployed by {@code sam deploy}, run as processes. */
@org.jspecify.annotations.NullMarked
package com.scheduleevents.ministack;
