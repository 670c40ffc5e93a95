/** DynamoDB and SQS: DynamoDB Local and ElasticMQ, in memory or in a directory. */
@NullMarked
package com.scheduleevents.local.storage;

import org.jspecify.annotations.NullMarked;
