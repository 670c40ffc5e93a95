/**
 * This package has the proxy between functions and services, which knows the calling instance and can let it die at
 * any call.
 */
@NullMarked
package com.scheduleevents.emulator.proxy;

import org.jspecify.annotations.NullMarked;
