/** The template's tables on DynamoDB Local, queues and keys, and clients of them that lose responses or count calls. */
@NullMarked
package com.scheduleevents.testkit.aws;

import org.jspecify.annotations.NullMarked;
