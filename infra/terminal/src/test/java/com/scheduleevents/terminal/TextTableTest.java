package com.scheduleevents.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {

    private static final String ACCOUNT = "acc_01KAJ5T2B9C3D4E5F6G7H8J9KM";

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
