/** DynamoDB, simulated: what a client can see of it, with lag, conflicts, streams and late expiry. */
@NullMarked
package com.scheduleevents.cloud.dynamodb;

import org.jspecify.annotations.NullMarked;
