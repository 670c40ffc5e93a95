/** The audit log in DynamoDB. */
@NullMarked
package com.scheduleevents.aws.audit;

import org.jspecify.annotations.NullMarked;
