/** This package emulates SES as far as the SDK calls it, and shows the captured e-mails to people and tests. */
@NullMarked
package com.scheduleevents.local.mailbox;

import org.jspecify.annotations.NullMarked;
