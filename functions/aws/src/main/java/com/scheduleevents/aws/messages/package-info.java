/** The JSON that queue messages travel as. */
@NullMarked
package com.scheduleevents.aws.messages;

import org.jspecify.annotations.NullMarked;
