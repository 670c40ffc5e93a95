/** DynamoDB's expressions: read, checked and applied to items as its developer guide describes them. */
@NullMarked
package com.scheduleevents.cloud.dynamodb.expressions;

import org.jspecify.annotations.NullMarked;
