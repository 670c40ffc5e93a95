/** Stands between the functions and the services: knows which instance calls what, and can let it die at any call. */
@NullMarked
package com.scheduleevents.emulator.proxy;

import org.jspecify.annotations.NullMarked;
