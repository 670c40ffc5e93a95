/**
 * This package provides tests with the template's tables on DynamoDB Local, queues and keys, and clients that lose
 * responses or count calls.
 */
@NullMarked
package com.scheduleevents.testkit.aws;

import org.jspecify.annotations.NullMarked;
