/** Usage on DynamoDB: what there is to count, and what was counted. */
@NullMarked
package com.scheduleevents.aws.usage;

import org.jspecify.annotations.NullMarked;
