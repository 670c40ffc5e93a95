/** Reading rows of DynamoDB tables. */
@NullMarked
package com.scheduleevents.aws.tables;

import org.jspecify.annotations.NullMarked;
