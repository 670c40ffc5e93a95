/** The domain's ports on DynamoDB, SQS, SES and KMS. */
@NullMarked
package com.scheduleevents.aws;

import org.jspecify.annotations.NullMarked;
