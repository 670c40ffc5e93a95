/** What the functions need from Lambda's environment. */
@NullMarked
package com.scheduleevents.runtime;

import org.jspecify.annotations.NullMarked;
