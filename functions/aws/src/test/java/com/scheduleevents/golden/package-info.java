/** What is in the tables while a new version is rolled out: rows of earlier versions, kept as they were written. */
@NullMarked
package com.scheduleevents.golden;

import org.jspecify.annotations.NullMarked;
