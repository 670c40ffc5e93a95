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
    @ValueSource(ints = {80, 100, 120, 160})
    void tableFitsTheTerminalAndKeepsItsIds(int width) {
        assertThat(table(OptionalInt.of(width)).lines())
                .hasSize(3)
                .allMatch(line -> line.length() <= width)
                .anyMatch(line -> line.contains("whk_01KAJ5T2B9C3D4E5F6G7H8J9KM") && line.contains("…"));
    }

    private static final String DELIVERIES = """
            {"data":[{"webhook_id":"whk_01KAJ5T2B9C3D4E5F6G7H8J9KM","event_id":"evt_01KAJ5T2B9C3D4E5F6G7H8J9KN",
            "event_type":"appointment.cancelled","clinic_id":"cln_harbour","status":"pending","attempts_count":3,
            "last_outcome":"http_status","last_status_code":500,"next_attempt_at":"2026-11-20T14:02:11.337Z"}],
            "has_more":false,"next_cursor":null}""";

    /** The two ids of a delivery alone take most of a line; what does not fit is said. */
    @ParameterizedTest
    @ValueSource(ints = {80, 100, 120})
    void tablesOfDeliveriesFitTheTerminal(int width) {
        try (ScriptedApi api = new ScriptedApi()) {
            api.on("GET /v1/deliveries", 200, DELIVERIES).on("GET /v1/webhooks/whk_1/deliveries", 200, DELIVERIES);
            Program program = new Program(home).using(api).at(new Wide(OptionalInt.of(width)));

            Program.Ended all = program.execute("deliveries", "list");
            assertThat(all.out().lines())
                    .hasSize(2)
                    .allMatch(line -> line.length() <= width)
                    .anyMatch(line -> line.contains("whk_01KAJ5T2B9C3D4E5F6G7H8J9KM  evt_01KAJ5T2B9C3D4E5F6G7H8J9KN"));
            assertThat(all.err()).contains("The terminal is too narrow for ");
            assertThat(program.execute("deliveries", "list", "whk_1").out().lines())
                    .hasSize(2)
                    .allMatch(line -> line.length() <= width);
        }
    }

    @Test
    void outputOfAPipeIsWhole() {
        assertThat(table(OptionalInt.empty())).contains("r".repeat(60)).doesNotContain("…");
    }

    @Test
    void oneWebhookIsShownInTheWordsOfTheList() {
        try (ScriptedApi api = new ScriptedApi()) {
            String webhook = """
                    {"id":"whk_1","types":["*"],"clinic_ids":null,"clinic_id":null,"status":"disabled",
                    "health":{"circuit":"closed","backlog":1000}}""";
            api.on("GET /v1/webhooks/whk_1", 200, webhook).on("GET /v1/webhooks/whk_1", 200, webhook);
            Program program = new Program(home).using(api);

            assertThat(program.run("webhooks", "get", "whk_1"))
                    .containsPattern("types +all")
                    .containsPattern("clinic ids +all")
                    .containsPattern("health circuit +-")
                    .containsPattern("health backlog +1000 or more");
            assertThat(program.run("webhooks", "get", "whk_1", "--json")).contains("\"*\"", "\"closed\"", "1000\n");
        }
    }

    @Test
    void tableSaysWhatItMeans() {
        assertThat(table(OptionalInt.empty()))
                .containsPattern("KM .* all +all +disabled +- +100 or more")
                .containsPattern("KN .* offer.created +cln_a +active +closed +99");
    }
}
