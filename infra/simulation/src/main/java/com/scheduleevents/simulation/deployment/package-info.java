/** The product in a simulated world: template.yaml deployed to the simulated services, with the real handlers. */
@NullMarked
package com.scheduleevents.simulation.deployment;

import org.jspecify.annotations.NullMarked;
