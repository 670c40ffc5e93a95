/** The functions that deliver events to webhooks and send e-mails about them. */
@NullMarked
package com.scheduleevents.delivery;

import org.jspecify.annotations.NullMarked;
