/** What the service promises, checked against what the world saw at the API, at the receivers and in the mailboxes. */
@NullMarked
package com.scheduleevents.simulation.promises;

import org.jspecify.annotations.NullMarked;
