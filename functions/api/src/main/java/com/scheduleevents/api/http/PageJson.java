package com.scheduleevents.api.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list (requirement R12).
 *
 * @param data the elements of the page
 * @param hasMore whether there is another page
 * @param nextCursor the cursor of the next page; null on the last one
 */
record PageJson(List<?> data, boolean hasMore, @Nullable String nextCursor) {}
