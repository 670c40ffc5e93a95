/** What is on the queues while a new version is rolled out: messages of earlier versions, kept as they were written. */
@NullMarked
package com.scheduleevents.domain.golden;

import org.jspecify.annotations.NullMarked;
