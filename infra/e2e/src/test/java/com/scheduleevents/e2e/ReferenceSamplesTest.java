package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.ContractCheck;
import com.scheduleevents.contract.Exchange;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a reader of the API reference, as a deployment serves it, can run its samples. */
@RequiresCapability(SharedClouds.STANDARD)
class ReferenceSamplesTest {

    /** Of an operation: its ID, then the first block of code after the heading, before that of the next operation. */
    private static final Pattern SAMPLE = Pattern.compile(
            "<h2 id=\"(\\w+)\">(?:(?!<h2).)*?<h3>With curl</h3>\\s*<pre[^>]*><code>([^<]*)</code>", Pattern.DOTALL);

    /** Each sample is run, and what it sends is a request of its operation that the contract allows. */
    @Test
    void everyOperationHasASampleThatTheContractAllows(Target target, @TempDir Path directory) throws Exception {
        assumeTrue(ran(directory, "", "command -v curl"), "the samples need curl");
        Map<String, Map<String, String>> pages = new HashMap<>();
        for (Operation operation : Contract.read().operations()) {
            String id = operation.described().path("operationId").asText();
            String tag = operation.described().at("/tags/0").asText();
            String sample =
                    pages.computeIfAbsent(tag, name -> samples(target, name)).getOrDefault(id, "");
            assertThat(sample).as(id).isNotEmpty();
            Exchange sent = sent(sample, directory);
            assertThat(sent.method()).as(sample).isEqualTo(operation.method());
            assertThat(sent.url().getPath())
                    .as(sample)
                    .matches(operation.path().replaceAll("\\{\\w+}", "[a-z]{3}_[0-9A-Z]{26}"));
            assertThat(sent.headers()).as(sample).containsEntry("Authorization", "Bearer sk_test_key");
            assertThat(ContractCheck.INSTANCE.requestFaults(operation, sent))
                    .as(sample)
                    .isEmpty();
        }
        // Of several kinds of body, the sample has the one that most readers want.
        assertThat(pages.getOrDefault("Webhooks", Map.of()).get("createWebhook"))
                .contains("\"url\"");
    }

    /** The samples of the page of a tag, by operation. */
    private static Map<String, String> samples(Target target, String tag) {
        String page = "/v1/docs/reference-" + tag.toLowerCase(Locale.ROOT).replace(' ', '-');
        Matcher found = SAMPLE.matcher(
                target.http().send("GET", target.at(page), Map.of(), "").text());
        return found.results()
                .collect(Collectors.toMap(sample -> sample.group(1), sample -> unescaped(sample.group(2))));
    }

    private static String unescaped(String html) {
        return html.replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    private static Exchange sent(String sample, Path directory) throws Exception {
        Queue<Exchange> received = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> received.add(read(exchange)));
        server.start();
        try {
            String api = "http://127.0.0.1:" + server.getAddress().getPort();
            assertThat(ran(directory, api, sample)).as(sample).isTrue();
        } finally {
            server.stop(0);
        }
        assertThat(received).as(sample).hasSize(1);
        return received.remove();
    }

    private static Exchange read(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> headers = exchange.getRequestHeaders().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, header -> header.getValue().getFirst()));
            exchange.sendResponseHeaders(204, -1);
            URI url = exchange.getRequestURI();
            return new Exchange(exchange.getRequestMethod(), url, headers, body, 204, Map.of(), "");
        }
    }

    private static boolean ran(Path directory, String api, String script) throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("sample.sh"), script);
        ProcessBuilder shell = new ProcessBuilder("bash", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        shell.environment().putAll(Map.of("API", api, "KEY", "sk_test_key"));
        return shell.start().waitFor() == 0;
    }
}
