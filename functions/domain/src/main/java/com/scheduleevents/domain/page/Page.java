package com.scheduleevents.domain.page;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list.
 *
 * @param items the page's items, newest first
 * @param next the cursor that the next page starts after; empty on the last page
 */
public record Page<T, C>(List<T> items, Optional<C> next) {

    public Page {
        items = List.copyOf(items);
    }

    /** The last page of a list. */
    public static <T, C> Page<T, C> last(List<T> items) {
        return new Page<>(items, Optional.empty());
    }
}
