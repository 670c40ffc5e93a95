/** E-mails in the form in which SES gets and sends them. */
@NullMarked
package com.scheduleevents.emulator.ses;

import org.jspecify.annotations.NullMarked;
