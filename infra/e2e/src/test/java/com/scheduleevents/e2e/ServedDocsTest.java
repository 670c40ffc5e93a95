package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that whoever has no key can read the docs at the gateway, and that each link in them leads somewhere. */
@RequiresCapability(SharedClouds.STANDARD)
class ServedDocsTest {

    private static final Pattern LINK = Pattern.compile(" (href|src)=\"([^\"]+)\"");

    @Test
    void everyPageThatLinksLeadToIsThereAndHasThePlace(Target target) {
        URI index = target.at("/v1/docs");
        Map<URI, HttpsResponse> read = new HashMap<>();
        List<String> dead = new ArrayList<>();
        Deque<URI> unread = new ArrayDeque<>(List.of(index));
        while (!unread.isEmpty()) {
            URI page = unread.remove();
            for (URI link : links(page, read.computeIfAbsent(page, url -> get(target, url, Map.of())))) {
                URI linked = URI.create(link.toString().replaceFirst("#.*", ""));
                if (!read.containsKey(linked)) {
                    read.put(linked, get(target, linked, Map.of()));
                    unread.add(linked);
                }
                HttpsResponse response = read.getOrDefault(linked, get(target, linked, Map.of()));
                boolean there =
                        link.getFragment() == null || response.text().contains(" id=\"" + link.getFragment() + "\"");
                if (response.status() != 200 || !there) {
                    dead.add(page + " links to " + link + ": " + response.status());
                }
            }
        }
        assertThat(dead).isEmpty();
        assertThat(read).hasSizeGreaterThan(30).containsKey(target.at("/v1/docs/errors"));
        assertThat(read.values())
                .filteredOn(ServedDocsTest::isPage)
                .hasSizeGreaterThan(25)
                .allSatisfy(response -> {
                    assertThat(response.header("Content-Security-Policy"))
                            .isEqualTo(get(target, target.at("/v1/console"), Map.of())
                                    .header("Content-Security-Policy"))
                            .startsWith("default-src 'none'; script-src 'self'");
                    assertThat(response.header("Cache-Control")).isEqualTo("no-cache");
                });
        assertThat(read.entrySet())
                .filteredOn(page -> page.getKey().getPath().startsWith("/v1/docs"))
                .allSatisfy(page -> assertThat(page.getValue().text()).doesNotContain("<script", "{@"));
    }

    /** Those to this deployment; of the console, which is a page of scripts, none. Nothing is loaded from elsewhere. */
    private static List<URI> links(URI page, HttpsResponse response) {
        if (!isPage(response) || !page.getPath().startsWith("/v1/docs")) {
            return List.of();
        }
        return LINK.matcher(response.text())
                .results()
                .map(link -> page.resolve(link.group(2)))
                .filter(link -> link.getAuthority().equals(page.getAuthority()))
                .toList();
    }

    private static boolean isPage(HttpsResponse response) {
        return response.header("Content-Type").startsWith("text/html");
    }

    @Test
    void pageIsReadAgainByItsEntityTagAlone(Target target) {
        URI page = target.at("/v1/docs/errors");
        String tag = get(target, page, Map.of()).header("ETag");
        assertThat(tag).isNotEmpty();
        assertThat(get(target, page, Map.of("If-None-Match", tag)).status()).isEqualTo(304);
        assertThat(get(target, page, Map.of("If-None-Match", "\"other\"")).status())
                .isEqualTo(200);
    }

    @Test
    void slashesAtTheEndAndUnknownPagesLeadOn(Target target) {
        assertThat(get(target, target.at("/v1/docs/"), Map.of()).text()).contains("href=\"errors\"");
        assertThat(get(target, target.at("/v1/docs/errors/"), Map.of()).text()).contains("href=\"../keys\"");
        HttpsResponse missing = get(target, target.at("/v1/docs/nothing"), Map.of());
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.text()).contains("There is no such page", "href=\"../docs\"");
    }

    /** What a client is told by the header of an error is on the page that it leads to. */
    @Test
    void errorsNameTheirPlaceInTheDocs(Target target) {
        HttpsResponse error = target.account().get("/v1/events?limit=0");
        assertThat(error.json().at("/error/code").asText()).isEqualTo("invalid_parameter");
        String help = error.header("Link").replaceFirst(".*, <([^>]+)>; rel=\"help\"$", "$1");
        assertThat(help).isEqualTo("/v1/docs/errors#invalid_parameter");
        assertThat(get(target, target.at("/v1/docs/errors"), Map.of()).text())
                .contains("<tr id=\"invalid_parameter\">");
    }

    private static HttpsResponse get(Target target, URI url, Map<String, String> headers) {
        return target.http().send("GET", url, headers, "");
    }
}
