/** The idempotency keys of requests in DynamoDB. */
@NullMarked
package com.scheduleevents.aws.requests;

import org.jspecify.annotations.NullMarked;
