/** Pull webhooks: their deliveries wait in the backlog until consumers pull and acknowledge them. */
@NullMarked
package com.scheduleevents.domain.pull;

import org.jspecify.annotations.NullMarked;
