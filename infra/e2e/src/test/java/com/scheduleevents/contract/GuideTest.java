package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.RequiresCapability;
import com.scheduleevents.e2e.SharedClouds;
import com.scheduleevents.e2e.Target;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the shell examples of the guide to the API, page after page, and expects what the comment after each says. */
@RequiresCapability(SharedClouds.STANDARD)
class GuideTest {

    private static final Path GUIDE = Path.of("../../docs/api.md");

    /** A row of the guide's list of pages, which is in the order in which they are run. */
    private static final Pattern PAGE = Pattern.compile("(?m)^\\| \\[[^\\]]+\\]\\((api/[a-z]+\\.md)\\) \\|");

    /** An example with the expected status, schema and error code of its response. */
    private static final Pattern EXAMPLE = Pattern.compile(
            "```sh\n(?<script>.*?)```\n(?:<!-- (?<status>[0-9]{3})(?: (?<schema>\\w+))?(?: (?<code>\\w+))? -->)?",
            Pattern.DOTALL);

    private final Contract contract = Contract.read();
    private final Schemas schemas = new Schemas(contract);

    private record Example(String script, String status, String schema, String code) {}

    @Test
    void everyExampleGetsTheDocumentedResponse(Target target, @TempDir Path directory)
            throws IOException, InterruptedException {
        List<Example> examples = examples();
        assertThat(examples).hasSizeGreaterThan(10);
        run(examples, target, directory);
        SoftAssertions softly = new SoftAssertions();
        for (int i = 0; i < examples.size(); i++) {
            check(examples.get(i), directory, i, softly);
        }
        softly.assertAll();
    }

    /** A filter leaves a page empty that is not the last one, which no request to a small account does. */
    @Test
    void theLoopGoesOnAfterAnEmptyPage(@TempDir Path directory) throws IOException, InterruptedException {
        assumeTrue(succeeds(directory, Map.of(), "command -v curl && command -v jq"), "the examples need curl and jq");
        String loop = examples().stream()
                .map(Example::script)
                .filter(script -> script.contains("has_more"))
                .findFirst()
                .orElseThrow();
        Map<String, String> pages = Map.of(
                "", page("{\"id\": \"evt_3\"}", "evt_3"),
                "evt_3", page("", "evt_2"),
                "evt_2", page("{\"id\": \"evt_1\"}", ""));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String query = exchange.getRequestURI().getQuery();
            String after = query.contains("starting_after=") ? query.replaceFirst(".*starting_after=", "") : "";
            byte[] page = pages.getOrDefault(after, "").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            String api = "http:/" + server.getAddress();
            assertThat(succeeds(directory, Map.of("API", api, "KEY", "sk_test_1"), loop))
                    .isTrue();
        } finally {
            server.stop(0);
        }
        assertThat(directory.resolve("events.jsonl")).hasContent("{\"id\":\"evt_3\"}\n{\"id\":\"evt_1\"}");
    }

    private static String page(String data, String next) {
        return "{\"data\": [" + data + "], \"has_more\": " + !next.isEmpty() + ", \"next_cursor\": "
                + (next.isEmpty() ? "null" : '"' + next + '"') + "}";
    }

    @Test
    void guideListsEveryPage() throws IOException {
        try (Stream<Path> files = Files.list(GUIDE.resolveSibling("api"))) {
            assertThat(pages()).containsExactlyInAnyOrderElementsOf(files.toList());
        }
    }

    private static List<Path> pages() throws IOException {
        return PAGE.matcher(Files.readString(GUIDE))
                .results()
                .map(page -> GUIDE.resolveSibling(page.group(1)))
                .toList();
    }

    private static List<Example> examples() throws IOException {
        StringBuilder pages = new StringBuilder();
        for (Path page : pages()) {
            pages.append(Files.readString(page));
        }
        Matcher found = EXAMPLE.matcher(pages);
        List<Example> examples = new ArrayList<>();
        while (found.find()) {
            examples.add(new Example(
                    found.group("script"), text(found, "status"), text(found, "schema"), text(found, "code")));
        }
        return examples;
    }

    /** In one shell, so that a later example can use what an earlier one set. */
    private static void run(List<Example> examples, Target target, Path directory)
            throws IOException, InterruptedException {
        StringBuilder script = new StringBuilder("set -u\ncurl() { command curl --dump-header headers \"$@\"; }\n");
        for (int i = 0; i < examples.size(); i++) {
            script.append("{\n")
                    .append(examples.get(i).script())
                    .append("} > response.")
                    .append(i);
            script.append("\nmv headers headers.").append(i).append('\n');
        }
        assumeTrue(succeeds(directory, Map.of(), "command -v curl && command -v jq"), "the examples need curl and jq");
        assertThat(succeeds(directory, Map.of("API", target.api().toString(), "KEY", target.key()), script.toString()))
                .as("the examples run")
                .isTrue();
    }

    private static boolean succeeds(Path directory, Map<String, String> variables, String script)
            throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("bash", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        shell.environment().putAll(variables);
        Process process = shell.start();
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("the examples end").isTrue();
        return process.exitValue() == 0;
    }

    private void check(Example example, Path directory, int i, SoftAssertions softly) throws IOException {
        String headers = Files.readString(directory.resolve("headers." + i));
        String response = Files.readString(directory.resolve("response." + i)).strip();
        softly.assertThat(headers).as(example.script()).containsPattern("\\AHTTP/1\\.1 " + example.status() + "\\b");
        if (example.schema().isEmpty()) {
            softly.assertThat(response).as(example.script()).isEmpty();
            return;
        }
        JsonNode json = ContractCheck.read(response);
        softly.assertThat(schemas.faults(contract.component("schemas", example.schema()), json))
                .as(example.script() + response)
                .isEmpty();
        softly.assertThat(json.at("/error/code").asText()).as(example.script()).isEqualTo(example.code());
    }

    private static String text(Matcher found, String group) {
        String text = found.group(group);
        return text == null ? "" : text;
    }
}
