/** The delivery log on DynamoDB. */
@NullMarked
package com.scheduleevents.aws.deliveries;

import org.jspecify.annotations.NullMarked;
