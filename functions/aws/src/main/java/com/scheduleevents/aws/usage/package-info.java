/** Usage on DynamoDB: the events and deliveries to count, and the stored counts. */
@NullMarked
package com.scheduleevents.aws.usage;

import org.jspecify.annotations.NullMarked;
