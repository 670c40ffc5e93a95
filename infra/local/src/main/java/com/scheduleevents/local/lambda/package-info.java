/** Lambda: hosts functions from their packaged jars, each instance serving one request at a time. */
@NullMarked
package com.scheduleevents.local.lambda;

import org.jspecify.annotations.NullMarked;
