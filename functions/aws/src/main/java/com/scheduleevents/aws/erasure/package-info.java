/** Erasures, and the rows that they delete, on DynamoDB. For the operator's commands: no function deletes what was recorded. */
@NullMarked
package com.scheduleevents.aws.erasure;

import org.jspecify.annotations.NullMarked;
