package com.scheduleevents.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
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
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the API reference in a browser, as a reader opens it. */
@RequiresBrowser
class ReferencePageTest {

    private final Page page;

    ReferencePageTest(ConsoleSite site) {
        page = site.empty();
    }

    @BeforeEach
    void open() {
        page.navigate(Path.of("../../target/reference/index.html").toUri().toString());
        assertThat(operation("Webhooks", "createWebhook")).isVisible();
    }

    @Test
    void registeringAWebhookBeginsWithOneThatIsPushed() {
        Locator forms = operation("Webhooks", "createWebhook")
                .locator("button")
                .filter(new Locator.FilterOptions()
                        .setHasText(java.util.regex.Pattern.compile("^(Pushed to a URL|Pulled)$")));
        assertThat(forms).hasText(new String[] {"Pushed to a URL", "Pulled"});
    }

    @Test
    void textThatCanHaveOtherValuesShowsThoseOfToday() {
        Locator webhook = operation("Webhooks", "getWebhook");
        assertThat(webhook).containsText("\"active\" \"disabled\" There may be other values one day.");
        assertThat(webhook).not().containsText("additional property");
    }

    /** Each sample is run, and what it sends is a request of its operation that the contract allows. */
    @Test
    void everyOperationHasASampleThatTheContractAllows(@TempDir Path directory) throws Exception {
        assumeTrue(ran(directory, "", "command -v curl"), "the samples need curl");
        for (Operation operation : Contract.read().operations()) {
            String id = operation.described().path("operationId").asText();
            String sample = String.valueOf(page.evaluate(
                    "([path, method]) => contract.paths[path][method]['x-codeSamples'][0].source",
                    new String[] {operation.path(), operation.method().toLowerCase(Locale.ROOT)}));
            Exchange sent = sent(sample, directory);
            assertThat(sent.method()).as(sample).isEqualTo(operation.method());
            assertThat(sent.url().getPath())
                    .as(sample)
                    .matches(operation.path().replaceAll("\\{\\w+}", "[a-z]{3}_[0-9A-Z]{26}"));
            assertThat(sent.headers()).as(sample).containsEntry("Authorization", "Bearer sk_test_key");
            assertThat(ContractCheck.INSTANCE.requestFaults(operation, sent))
                    .as(sample)
                    .isEmpty();
            assertThat(page.locator("[id$='/operation/" + id + "']")).containsText("curl");
        }
    }

    private Locator operation(String tag, String id) {
        return page.locator("[id='tag/" + tag + "/operation/" + id + "']");
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
