/** Sends e-mails to owners: from the row of the webhook to the mail queue, and from there to SES. */
@NullMarked
package com.scheduleevents.delivery.notifier;

import org.jspecify.annotations.NullMarked;
