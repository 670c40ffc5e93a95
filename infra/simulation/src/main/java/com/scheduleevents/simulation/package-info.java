/**
 * A simulated world: virtual time, one thread at a time, and the services of AWS as far as the functions use them, with
 * everything that goes wrong there drawn from one seed.
 */
@NullMarked
package com.scheduleevents.simulation;

import org.jspecify.annotations.NullMarked;
