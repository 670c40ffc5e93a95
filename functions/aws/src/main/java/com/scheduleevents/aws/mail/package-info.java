/** E-mail on SES. */
@NullMarked
package com.scheduleevents.aws.mail;

import org.jspecify.annotations.NullMarked;
