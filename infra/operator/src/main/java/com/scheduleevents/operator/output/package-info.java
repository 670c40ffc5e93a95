/** What commands print: results as tables or JSON, and the exceptions that carry their error messages. */
@NullMarked
package com.scheduleevents.operator.output;

import org.jspecify.annotations.NullMarked;
