/** Webhooks on DynamoDB. */
@NullMarked
package com.scheduleevents.aws.webhooks;

import org.jspecify.annotations.NullMarked;
