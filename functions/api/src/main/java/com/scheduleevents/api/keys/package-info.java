/** The function behind {@code /api_keys}: issues, lists and revokes API keys. */
@NullMarked
package com.scheduleevents.api.keys;

import org.jspecify.annotations.NullMarked;
