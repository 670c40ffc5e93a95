/** The function behind {@code /api_keys}: lets keys issue, list and revoke keys. */
@NullMarked
package com.scheduleevents.api.keys;

import org.jspecify.annotations.NullMarked;
