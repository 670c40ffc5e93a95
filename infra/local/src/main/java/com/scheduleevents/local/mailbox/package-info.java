/** SES, as far as the SDK calls it: takes e-mails in, keeps them, and shows them to a person and to a test. */
@NullMarked
package com.scheduleevents.local.mailbox;

import org.jspecify.annotations.NullMarked;
