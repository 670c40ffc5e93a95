/** E-mails to the owners of webhooks: their content, and the ports that queue and send them. */
@NullMarked
package com.scheduleevents.domain.mail;

import org.jspecify.annotations.NullMarked;
