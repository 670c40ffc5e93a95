/** Proxies between functions and services, which attribute each call to an instance and can kill it at any call. */
@NullMarked
package com.scheduleevents.emulator.proxy;

import org.jspecify.annotations.NullMarked;
