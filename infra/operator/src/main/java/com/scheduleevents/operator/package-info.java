/** The operator's command line: what it consists of, and how it ends. */
@NullMarked
package com.scheduleevents.operator;

import org.jspecify.annotations.NullMarked;
