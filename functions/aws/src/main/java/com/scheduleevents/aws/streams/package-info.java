/** What the tables' streams tell, record by record. */
@NullMarked
package com.scheduleevents.aws.streams;

import org.jspecify.annotations.NullMarked;
