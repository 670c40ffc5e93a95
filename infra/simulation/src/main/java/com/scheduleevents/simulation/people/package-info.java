/** The people of a simulated world: producers, owners of webhooks, readers of the feed, and an operator. */
@NullMarked
package com.scheduleevents.simulation.people;

import org.jspecify.annotations.NullMarked;
