/** E-mails to the owners of webhooks: what they say, and on which way they go. */
@NullMarked
package com.scheduleevents.domain.mail;

import org.jspecify.annotations.NullMarked;
