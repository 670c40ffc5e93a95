/** The services that keep data, in memory, for callers on ordinary threads: no virtual time to drive, and no faults. */
@NullMarked
package com.scheduleevents.cloud.storage;

import org.jspecify.annotations.NullMarked;
