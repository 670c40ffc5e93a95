/** Files of what tests print, and what a module's test run says on the console. */
@NullMarked
package com.scheduleevents.testlog;

import org.jspecify.annotations.NullMarked;
