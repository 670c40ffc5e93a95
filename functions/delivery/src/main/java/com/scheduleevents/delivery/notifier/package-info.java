/** Tells owners by e-mail: from the webhook's row to the mail queue, from the queue to SES. */
@NullMarked
package com.scheduleevents.delivery.notifier;

import org.jspecify.annotations.NullMarked;
