package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cli.process.Terminal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that tables fit the terminal, and say what they mean. */
class TablesTest {

    private static final String WEBHOOKS = """
            {"data":[{"id":"whk_01KAJ5T2B9C3D4E5F6G7H8J9KM","description":"%s","url":"https://%s.example/hooks","types":["*"],
            "clinic_ids":null,"status":"disabled","health":{"circuit":"closed","backlog":100}},
            {"id":"whk_01KAJ5T2B9C3D4E5F6G7H8J9KN","description":null,"url":"https://b.example/","types":["offer.created"],
            "clinic_ids":["cln_a"],"status":"active","health":{"circuit":"closed","backlog":99}}],"has_more":false,"next_cursor":null}""".formatted("A long label, ".repeat(10), "r".repeat(60));

    @TempDir
    Path home = Path.of("");

    private record Wide(OptionalInt width) implements Terminal {

        @Override
        public boolean isInteractive() {
            return true;
        }

        @Override
        public Optional<String> secret(String prompt) {
            return Optional.empty();
        }

        @Override
        public Optional<String> line(String prompt) {
            return Optional.empty();
        }
    }

    private String table(OptionalInt width) {
        try (ScriptedApi api = new ScriptedApi()) {
            api.on("GET /v1/webhooks", 200, WEBHOOKS);
            return new Program(home).using(api).at(new Wide(width)).run("webhooks", "list");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 120, 160})
    void tableFitsTheTerminalAndKeepsItsIds(int width) {
        assertThat(table(OptionalInt.of(width)).lines())
                .hasSize(3)
                .allMatch(line -> line.length() <= width)
                .anyMatch(line -> line.contains("whk_01KAJ5T2B9C3D4E5F6G7H8J9KM") && line.contains("…"));
    }

    @Test
    void outputOfAPipeIsWhole() {
        assertThat(table(OptionalInt.empty())).contains("r".repeat(60)).doesNotContain("…");
    }

    @Test
    void tableSaysWhatItMeans() {
        assertThat(table(OptionalInt.empty()))
                .containsPattern("KM .* all +all +disabled +- +100 or more")
                .containsPattern("KN .* offer.created +cln_a +active +closed +99");
    }
}
