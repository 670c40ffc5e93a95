/** Prepares the identity that e-mails to owners are sent from. */
@NullMarked
package com.scheduleevents.operator.mail;

import org.jspecify.annotations.NullMarked;
