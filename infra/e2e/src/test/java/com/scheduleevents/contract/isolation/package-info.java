/** Generated accounts that name what is each other's: whatever a key does not see is answered as if it were not there. */
@NullMarked
package com.scheduleevents.contract.isolation;

import org.jspecify.annotations.NullMarked;
