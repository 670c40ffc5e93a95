/** Events and idempotency keys on DynamoDB. */
@NullMarked
package com.scheduleevents.aws.events;

import org.jspecify.annotations.NullMarked;
