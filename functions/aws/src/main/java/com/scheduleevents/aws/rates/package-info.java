/** The rate limits in DynamoDB. */
@NullMarked
package com.scheduleevents.aws.rates;

import org.jspecify.annotations.NullMarked;
