package com.scheduleevents.pages;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where the links of files lead once the files are served. */
final class PageLinks {

    /**
     * Stands before each link to another page, because pages are served with and without a slash at the end of their URLs. The function that
     * serves them replaces it.
     */
    static final String DOCS = "{@docs}";

    private static final Pattern ELSEWHERE = Pattern.compile("https?:.+");

    /** The contract is served as JSON. The page about how it is tested describes the reference, which is served too. */
    private static final Map<String, String> OTHERS = Map.of(
            "docs/openapi.yaml", DOCS + "../openapi.json",
            "docs/contract.md#the-api-reference", DOCS + "reference");

    private final Map<String, SourcePage> pages;

    PageLinks(List<SourcePage> pages) {
        this.pages = pages.stream().collect(Collectors.toMap(SourcePage::file, Function.identity()));
    }

    /**
     * Where a link leads.
     *
     * @param from the file that has the link, relative to the root of the project
     * @param link as the file has it
     * @return empty if it leads to a file that is not served
     */
    Optional<String> resolve(String from, String link) {
        if (ELSEWHERE.matcher(link).matches() || link.startsWith("#")) {
            return Optional.of(link);
        }
        int hash = link.indexOf('#');
        String fragment = hash < 0 ? "" : link.substring(hash);
        String target = Path.of(from)
                .resolveSibling(link.substring(0, link.length() - fragment.length()))
                .normalize()
                .toString();
        return Optional.ofNullable(pages.get(target))
                .map(page -> DOCS + page.name() + fragment)
                .or(() -> Optional.ofNullable(OTHERS.get(target + fragment)));
    }
}
