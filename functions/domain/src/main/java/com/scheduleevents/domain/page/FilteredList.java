package com.scheduleevents.domain.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A list of which only some elements are shown. It is read in chunks, and a page reads only a limited number of elements.
 *
 * @param chunks reads at most a number of elements after a cursor; fewer only at the end of the list
 * @param cursor the cursor of an element
 * @param chunk how many elements are read at a time
 * @param budget how many elements a page reads at most, rounded up to whole chunks. A page that ends here is short, and has a cursor if a
 *     further element follows in the list, whether or not that one is shown.
 */
public record FilteredList<E, C>(
        BiFunction<Optional<C>, Integer, List<E>> chunks, Function<E, C> cursor, int chunk, int budget) {

    /** For lists that are short enough to be read to their end. */
    public static final int NO_BUDGET = Integer.MAX_VALUE;

    /** Reads a page of the elements that match, as {@link #page} does. */
    public Page<E, C> matching(Optional<C> startingAfter, int limit, Predicate<E> matches) {
        return page(startingAfter, limit, element -> Optional.of(element).filter(matches));
    }

    /**
     * Reads a page.
     *
     * @param limit the size of the page, at least 1
     * @param shown what the page shows of an element; empty to leave it out
     */
    public <T> Page<T, C> page(Optional<C> startingAfter, int limit, Function<E, Optional<T>> shown) {
        List<T> found = new ArrayList<>();
        Optional<C> lastRead = startingAfter;
        Optional<C> lastShown = Optional.empty();
        for (long read = 0; read < budget; read += chunk) {
            List<E> elements = chunks.apply(lastRead, chunk);
            for (E element : elements) {
                Optional<T> item = shown.apply(element);
                if (item.isPresent() && found.size() == limit) {
                    return new Page<>(found, lastShown);
                }
                lastRead = Optional.of(cursor.apply(element));
                if (item.isPresent()) {
                    found.add(item.get());
                    lastShown = lastRead;
                }
            }
            if (elements.size() < chunk) {
                return Page.last(found);
            }
        }
        return chunks.apply(lastRead, 1).isEmpty() ? Page.last(found) : new Page<>(found, lastRead);
    }
}
