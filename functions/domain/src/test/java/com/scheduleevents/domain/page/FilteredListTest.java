package com.scheduleevents.domain.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilteredListTest {

    private static final int CHUNK = 4;
    private static final int BUDGET = 12;

    @ParameterizedTest
    @CsvSource({"11, false", "12, false", "13, true", "99, true"})
    void pageWithoutElementsHasACursorOnlyIfTheListGoesOn(int elements, boolean more) {
        Page<Integer, Integer> page = listOf(elements).matching(Optional.empty(), 5, _ -> false);

        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isEqualTo(more ? Optional.of(BUDGET) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"5, false", "6, true", "12, true", "13, true"})
    void fullPageHasACursorOnlyIfAnotherElementIsShown(int elements, boolean more) {
        Page<Integer, Integer> page = listOf(elements).matching(Optional.empty(), 5, _ -> true);

        assertThat(page.items()).containsExactly(1, 2, 3, 4, 5);
        assertThat(page.next()).isEqualTo(more ? Optional.of(5) : Optional.empty());
    }

    /** The numbers from 1 on; each is its own cursor. */
    private static FilteredList<Integer, Integer> listOf(int elements) {
        return new FilteredList<>(
                (after, max) -> numbers(after.orElse(0), Math.min(after.orElse(0) + max, elements)),
                number -> number,
                CHUNK,
                BUDGET);
    }

    private static List<Integer> numbers(int after, int last) {
        return IntStream.rangeClosed(after + 1, last).boxed().toList();
    }
}
