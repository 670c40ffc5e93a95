package com.scheduleevents.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.aws.wiring.TestWiring;
import java.net.URI;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the pages for customers are served, with the headers and the files of the console. */
class CustomerPagesTest {

    private static final Pattern STYLES = Pattern.compile("<link rel=\"stylesheet\" href=\"([^\"]+docs.css)\">");
    private static final Pattern TO_ERRORS = Pattern.compile("<a href=\"([^\"#]*errors)\"");

    private final ConsolePages pages = new ConsolePages(TestWiring.create());

    @ParameterizedTest
    @CsvSource({"/docs", "/docs/", "/docs/keys", "/docs/keys/"})
    void linksAreRightWithAndWithoutASlashAtTheEnd(String path) {
        URI url = URI.create("https://host.example/of-many/v1" + path);
        String html = page(path).text();
        assertThat(html).doesNotContain("{@");
        assertThat(url.resolve(first(TO_ERRORS, html))).hasToString("https://host.example/of-many/v1/docs/errors");
        assertThat(url.resolve(first(STYLES, html)).toString())
                .matches("https://host.example/of-many/v1/console/[0-9a-f]{16}/docs.css");
    }

    @Test
    void stylesAreAmongTheFilesThatBrowsersKeep() {
        String version = first(
                Pattern.compile("console/([0-9a-f]{16})/docs.css"),
                page("/docs").text());
        ApiRequest request = ApiRequest.open("GET", "/console/{version}/{file}")
                .path("version", version)
                .path("file", "docs.css");
        assertThat(ApiResponse.kept(pages.handleRequest(request.build(), null), "public, max-age=31536000, immutable")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/docs", "/docs/errors", "/docs/reference-webhooks"})
    void pageIsRevalidatedEachTime(String path) {
        ApiResponse page = page(path);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        ApiResponse again = ApiResponse.kept(
                pages.handleRequest(
                        request(path)
                                .header("If-None-Match", page.header("ETag"))
                                .build(),
                        null),
                "no-cache");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/docs/nothing", "/docs/index", "/docs/pages.txt", "/docs/..%2Fopenapi", "/docs/errors.html"})
    void anyOtherNameIsAPageThatLeadsToAllPages(String path) {
        ApiResponse missing = new ApiResponse(pages.handleRequest(request(path).build(), null));
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(missing.header("Cache-Control")).isEqualTo("no-store");
        assertThat(missing.text()).contains("There is no such page", "<a href=\"../docs\">");
        isProtected(missing);
    }

    @Test
    void everyResponseIsProtected() {
        isProtected(page("/docs"));
        isProtected(page("/docs/errors"));
    }

    private static void isProtected(ApiResponse response) {
        assertThat(response.header("Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self';")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe", "http:", "https:", "data:");
        assertThat(response.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(response.header("Referrer-Policy")).isEqualTo("no-referrer");
    }

    private ApiResponse page(String path) {
        return ApiResponse.kept(pages.handleRequest(request(path).build(), null), "no-cache");
    }

    private static ApiRequest request(String path) {
        String name = path.replaceFirst("^/docs/?", "").replaceFirst("/$", "");
        return name.isEmpty()
                ? ApiRequest.open("GET", "/docs").at(path)
                : ApiRequest.open("GET", "/docs/{page}").path("page", name).at(path);
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }
}
