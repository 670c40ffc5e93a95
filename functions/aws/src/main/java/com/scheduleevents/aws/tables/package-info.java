/** Access to DynamoDB tables: attributes, rows, reads and transactions. */
@NullMarked
package com.scheduleevents.aws.tables;

import org.jspecify.annotations.NullMarked;
