package com.scheduleevents.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {

    private static final String ACCOUNT = "acc_01KAJ5T2B9C3D4E5F6G7H8J9KM";

    private static final String WEBHOOK = "whk_01KAJ5T2B9C3D4E5F6G7H8J9KM";

    private static final List<List<String>> LINES =
            List.of(List.of("ACCOUNT", "NAME", "STATE"), List.of(ACCOUNT, "A long name, ".repeat(10), "active"));

    @ParameterizedTest
    @ValueSource(ints = {50, 80, 120})
    void tableFitsAndKeepsItsIds(int width) {
        assertThat(TextTable.aligned(TextTable.fitted(LINES, OptionalInt.of(width))))
                .allMatch(line -> line.length() <= width)
                .last()
                .asString()
                .startsWith(ACCOUNT + "  ")
                .endsWith("…  active");
    }

    /** Ids alone take all but nine characters; what is shown is readable, and what is not is named. */
    @Test
    void columnsThatCannotBeMadeNarrowEnoughAreLeftOut() {
        List<List<String>> lines = List.of(
                List.of("ACCOUNT", "NAME", "STATE", "WEBHOOK"),
                List.of(ACCOUNT, "Harbour Dental", "suspended", WEBHOOK));
        OptionalInt width = OptionalInt.of(72);

        assertThat(TextTable.aligned(TextTable.fitted(lines, width)))
                .allMatch(line -> line.length() <= 72)
                .last()
                .asString()
                .startsWith(ACCOUNT + "  Harbour…  ")
                .endsWith(WEBHOOK);
        assertThat(TextTable.leftOut(lines, width))
                .contains("The terminal is too narrow for one column; --json shows all.");
        assertThat(TextTable.leftOut(lines, OptionalInt.of(90))).isEmpty();
        assertThat(TextTable.fitted(lines, OptionalInt.of(20)).getLast()).containsExactly(ACCOUNT, WEBHOOK);
    }

    @Test
    void outputThatGoesToNoTerminalIsWhole() {
        assertThat(TextTable.fitted(LINES, OptionalInt.empty())).isEqualTo(LINES);
    }

    @Test
    void columnsBeginAtTheSamePosition() {
        assertThat(TextTable.aligned(List.of(List.of("A", "B"), List.of("long", "b"))))
                .containsExactly("A     B", "long  b");
    }
}
