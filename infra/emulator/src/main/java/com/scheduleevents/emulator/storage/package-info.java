/** Runs DynamoDB Local and ElasticMQ, in memory or in a directory. */
@NullMarked
package com.scheduleevents.emulator.storage;

import org.jspecify.annotations.NullMarked;
