/** Replays on DynamoDB. */
@NullMarked
package com.scheduleevents.aws.replays;

import org.jspecify.annotations.NullMarked;
