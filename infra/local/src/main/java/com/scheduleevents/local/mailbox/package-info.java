/** A local SES that captures e-mails and shows them to people and tests. */
@NullMarked
package com.scheduleevents.local.mailbox;

import org.jspecify.annotations.NullMarked;
