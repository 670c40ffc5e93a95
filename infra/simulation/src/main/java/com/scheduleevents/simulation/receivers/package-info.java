/** The receivers of a simulated world, each with a character, and the internet that leads to them. */
@NullMarked
package com.scheduleevents.simulation.receivers;

import org.jspecify.annotations.NullMarked;
