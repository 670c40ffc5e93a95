/** The embedded cloud: reads template.yaml and hosts the same handlers without AWS and without Docker. */
@NullMarked
package com.scheduleevents.local;

import org.jspecify.annotations.NullMarked;
