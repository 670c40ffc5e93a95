/** The delivery log and the backlog on DynamoDB. */
@NullMarked
package com.scheduleevents.aws.deliveries;

import org.jspecify.annotations.NullMarked;
