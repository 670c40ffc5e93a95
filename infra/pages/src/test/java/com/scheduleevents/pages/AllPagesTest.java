package com.scheduleevents.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages that the project's docs and its contract become. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AllPagesTest {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern LINK = Pattern.compile(" (?:href|src)=\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

    private final Map<String, String> pages = new TreeMap<>();

    @BeforeAll
    void make(@TempDir Path folder) throws IOException {
        PagesMain.main(new String[] {ROOT.toString(), folder.toString()});
        for (String name : Files.readAllLines(folder.resolve("pages.txt"))) {
            pages.put(name, Files.readString(folder.resolve(name + ".html")));
        }
        pages.put("index", Files.readString(folder.resolve("index.html")));
        pages.put("missing", Files.readString(folder.resolve("missing.html")));
    }

    @Test
    void everyLinkLeadsToAPageThatIsServedAndToAPlaceInIt() {
        Map<String, Set<String>> ids = pages.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, page -> found(ID, page.getValue())));
        List<String> dead = new ArrayList<>();
        pages.forEach((name, html) ->
                found(
                                LINK,
                                html.replace("{@docs}", "")
                                        .replace("{@version}", "0")
                                        .replace("{@icon}", "icon.svg"))
                        .stream()
                        .filter(link -> !leads(name, link, ids))
                        .forEach(link -> dead.add(name + ": " + link)));
        assertThat(dead).isEmpty();
    }

    private static boolean leads(String page, String link, Map<String, Set<String>> ids) {
        if (link.startsWith("https://")) {
            return true;
        }
        URI url = URI.create("https://host/v1/docs/" + page).resolve(link);
        String path = url.getPath();
        if (path.matches("/v1/(docs|console|openapi\\.json|console/0/(icon\\.svg|console\\.css|docs\\.css))")) {
            return true;
        }
        Set<String> places = ids.get(path.replace("/v1/docs/", ""));
        return places != null && (url.getFragment() == null || places.contains(url.getFragment()));
    }

    @Test
    void anchorsAreUnique() {
        assertThat(pages).allSatisfy((name, html) -> {
            List<String> all = ID.matcher(html).results().map(id -> id.group(1)).toList();
            assertThat(all).as(name).doesNotHaveDuplicates();
        });
    }

    @Test
    void noPageRunsOrLoadsAnythingButTheStyleSheets() {
        assertThat(pages).allSatisfy((name, html) -> assertThat(html)
                .as(name)
                .contains("docs.css")
                .doesNotContain("<script", "<iframe", "<img", "<style", "=\"javascript:", "=\"data:")
                .doesNotContainPattern("<[^>]*\\s(style|on\\w+)="));
    }

    /** The console and the responses of the API lead to these. */
    @Test
    void everyErrorCodeIsExplained() throws IOException {
        Set<String> codes = Pattern.compile("(?m)^\\| \\S+ \\| `\\w+` \\| `(\\w+)` \\|")
                .matcher(Files.readString(ROOT.resolve("docs/errors.md")))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toSet());
        assertThat(codes).hasSizeGreaterThan(30);
        assertThat(found(ID, pages.getOrDefault("errors", ""))).containsAll(codes);
    }

    @Test
    void everyOperationAndEveryFieldOfAnObjectIsInTheReference() throws IOException {
        JsonNode contract = new YAMLMapper().readTree(Files.readString(ROOT.resolve("docs/openapi.yaml")));
        String reference = pages.entrySet().stream()
                .filter(page -> page.getKey().startsWith("reference-"))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining());
        List<String> operations = contract.findValuesAsText("operationId");
        assertThat(operations).hasSizeGreaterThan(50).allSatisfy(id -> assertThat(reference)
                .contains("<h2 id=\"" + id + "\">"));
        String objects = pages.getOrDefault("reference-objects", "");
        contract.at("/components/schemas").properties().forEach(schema -> schema.getValue()
                .path("properties")
                .fieldNames()
                .forEachRemaining(
                        field -> assertThat(objects.substring(objects.indexOf("<h2 id=\"" + schema.getKey() + "\">")))
                                .as(schema.getKey())
                                .contains("<code>" + field + "</code>")));
    }

    @Test
    void indexLeadsToEveryPageThatIsListedAndItsSections() {
        assertThat(pages.get("index"))
                .contains(
                        "href=\"{@docs}api\"", "href=\"{@docs}errors#every-code\"", "href=\"{@docs}reference-objects\"")
                .doesNotContain("receiver-java");
        assertThat(pages.get("missing")).contains("href=\"{@docs}../docs\"");
    }

    private static Set<String> found(Pattern pattern, String html) {
        return pattern.matcher(html).results().map(each -> each.group(1)).collect(Collectors.toSet());
    }
}
