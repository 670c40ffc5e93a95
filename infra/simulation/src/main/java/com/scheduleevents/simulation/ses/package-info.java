/** SES, simulated, and the mailboxes behind it. */
@NullMarked
package com.scheduleevents.simulation.ses;

import org.jspecify.annotations.NullMarked;
