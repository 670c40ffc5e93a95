/** The domain's ports in memory, for the tests of whoever uses them. */
@NullMarked
package com.scheduleevents.testkit.memory;

import org.jspecify.annotations.NullMarked;
