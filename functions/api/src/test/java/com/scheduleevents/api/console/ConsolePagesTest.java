package com.scheduleevents.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.aws.wiring.TestWiring;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the console is served: its page and files, how browsers keep them, and the headers that protect them. */
class ConsolePagesTest {

    private static final Path SOURCES = Path.of("src/main/resources/console");
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";
    private static final Pattern IMPORT = Pattern.compile("from '\\./([^']+)'");
    private static final Pattern FILE =
            Pattern.compile("https://host.example/of-many/v1/console/([0-9a-f]{16})/([^/]+)");

    private final ConsolePages pages = new ConsolePages(TestWiring.create());

    static List<String> names() {
        return ConsoleFiles.NAMES;
    }

    @Test
    void listsEveryFile() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    Stream.of("index.html"),
                                    ConsoleFiles.NAMES.stream().filter(name -> !name.equals("lit-html.js")))
                            .toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console", "/console/"})
    void pageNamesFilesThatBrowsersKeepForGood(String path) {
        URI url = URI.create("https://host.example/of-many/v1" + path);
        ApiResponse page = ApiResponse.kept(
                pages.handleRequest(ApiRequest.open("GET", "/console").at(path).build(), null), "no-cache");
        List<MatchResult> named = Pattern.compile("(?:href|src)=\"([^\"]+)\"")
                .matcher(page.text())
                .results()
                .map(link -> FILE.matcher(url.resolve(link.group(1)).toString()))
                .filter(Matcher::matches)
                .map(Matcher::toMatchResult)
                .toList();

        assertThat(named).extracting(file -> file.group(2)).containsExactly("icon.svg", "console.css", "app.js");
        assertThat(named).allSatisfy(file -> assertThat(
                        file(file.group(1), file.group(2), FOR_GOOD).status())
                .isEqualTo(200));
    }

    @Test
    void pageIsRevalidatedEachTime() {
        String tag = page().header("ETag");
        ApiRequest again = ApiRequest.open("GET", "/console").header("If-None-Match", tag);
        ApiResponse unchanged = ApiResponse.kept(pages.handleRequest(again.build(), null), "no-cache");

        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(unchanged.text()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "app.js, text/javascript; charset=utf-8",
        "console.css, text/css; charset=utf-8",
        "icon.svg, image/svg+xml"
    })
    void fileHasItsMediaType(String name, String type) {
        assertThat(file(page().header("ETag").replace("\"", ""), name, FOR_GOOD).header("Content-Type"))
                .isEqualTo(type);
    }

    @Test
    void fileOfAnotherVersionIsNotKept() {
        assertThat(file("0123456789abcdef", "app.js", "no-store").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"index.html", "../logback.xml", "app.js.map", "lit-html"})
    void otherFilesAreNotFound(String name) {
        file("0123456789abcdef", name, "no-store").assertError(404, "not_found", "file");
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyResponseIsProtected(String name) {
        assertThat(List.of(page(), file("0123456789abcdef", name, "no-store"))).allSatisfy(response -> {
            assertThat(response.header("Content-Security-Policy"))
                    .startsWith("default-src 'none'; script-src 'self';")
                    .contains(
                            "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "trusted-types lit-html")
                    .doesNotContain("unsafe", "http:", "https:", "data:");
            assertThat(response.header("X-Frame-Options")).isEqualTo("DENY");
            assertThat(response.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(response.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(response.header("Set-Cookie")).isEmpty();
        });
    }

    /** A file that nobody imports is dead; a script that the list lacks breaks the page. */
    @Test
    void scriptsImportEachOtherAndNothingElse() {
        assertThat(scripts().flatMap(text -> IMPORT.matcher(text).results().map(found -> found.group(1))))
                .containsAll(ConsoleFiles.NAMES.stream()
                        .filter(name -> name.endsWith(".js") && !name.equals("app.js"))
                        .toList())
                .isSubsetOf(ConsoleFiles.NAMES);
        assertThat(scripts())
                .allSatisfy(text -> assertThat(text).doesNotContain("http://", "https://", "innerHTML", "eval("));
    }

    /** The lines of that page are run by the tests of receivers, or come from recipes that are. */
    @Test
    void snippetsAreThoseOfTheGuideForReceivers() throws IOException {
        String guide = Files.readString(Path.of("../../docs/receiving-webhooks.md"));
        List<String> snippets = Pattern.compile("\n    `([^`]+)`,\n")
                .matcher(Files.readString(SOURCES.resolve("snippets.js")))
                .results()
                .map(snippet -> snippet.group(1))
                .toList();

        assertThat(snippets).hasSize(5).allSatisfy(snippet -> assertThat(guide).contains("\n" + snippet + "\n```"));
    }

    @Test
    void otherMethodsAreRefused() {
        ApiResponse refused = new ApiResponse(
                pages.handleRequest(ApiRequest.open("POST", "/console").build(), null));

        refused.assertError(405, "method_not_allowed", "-");
        assertThat(refused.header("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(new ApiResponse(pages.handleRequest(
                                ApiRequest.open("OPTIONS", "/console").build(), null))
                        .status())
                .isEqualTo(204);
    }

    @Test
    void theContractIsServedAsJson() throws IOException {
        ApiRequest request = ApiRequest.open("GET", "/openapi.json");
        ApiResponse contract = ApiResponse.kept(pages.handleRequest(request.build(), null), "no-cache");
        assertThat(contract.status()).isEqualTo(200);
        assertThat(contract.json().path("openapi").asText()).isEqualTo("3.1.0");
        assertThat(contract.json().at("/paths/~1v1~1events/get/operationId").asText())
                .isEqualTo("listEvents");
        assertThat(contract.header("Access-Control-Allow-Origin")).isEqualTo("*");
        ApiResponse again = ApiResponse.kept(
                pages.handleRequest(
                        request.header("If-None-Match", contract.header("ETag")).build(), null),
                "no-cache");
        assertThat(again.status()).isEqualTo(304);
    }

    private static Stream<String> scripts() {
        return ConsoleFiles.NAMES.stream()
                .filter(name -> name.endsWith(".js") && !name.equals("lit-html.js"))
                .map(name -> {
                    try {
                        return Files.readString(SOURCES.resolve(Objects.requireNonNull(name)));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    private ApiResponse page() {
        // What a browser accepts for a page, and no JSON.
        ApiRequest request = ApiRequest.open("GET", "/console").header("Accept", "text/html");
        ApiResponse page = ApiResponse.kept(pages.handleRequest(request.build(), null), "no-cache");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        return page;
    }

    private ApiResponse file(String version, String name, String caching) {
        ApiRequest request = ApiRequest.open("GET", "/console/{version}/{file}")
                .path("version", version)
                .path("file", name);
        return ApiResponse.kept(pages.handleRequest(request.build(), null), caching);
    }
}
