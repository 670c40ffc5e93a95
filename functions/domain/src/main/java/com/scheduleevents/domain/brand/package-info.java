/** How a deployment shows whose it is. */
@NullMarked
package com.scheduleevents.domain.brand;

import org.jspecify.annotations.NullMarked;
