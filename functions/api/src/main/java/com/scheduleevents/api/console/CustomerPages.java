package com.scheduleevents.api.console;

import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.id.Sha256;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The pages that explain the service to customers, and the API reference. The build makes them of the docs and the contract. */
final class CustomerPages {

    private static final String DIRECTORY = "/docs/";

    /** The names of all pages but the first, one a line. */
    private static final String LIST = "pages.txt";

    private static final String INDEX = "index";
    private static final String MISSING = "missing";

    /** A page has these in place of the URL of their directory, relative to its own, and of the version of the console's files. */
    private static final String PREFIX = "{@docs}";

    private static final String VERSION = "{@version}";

    /** And these in place of the brand: the name before a word, the icon of the tab, and the mark at the head of the page. */
    private static final String NAME = "{@name}";

    private static final String ICON = "{@icon}";
    private static final String MARK = "{@mark}";

    private static final String OWN_MARK = """
            <img class="logo" src="%s../console/%s/%s" alt="">""".formatted(PREFIX, VERSION, Brand.LOGO);

    /** The console's own. */
    private static final String USUAL_MARK = """
            <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><rect width="16" height="16" rx="3"></rect>\
            <path d="M4 8h6M8 5l3 3-3 3"></path></svg>""";

    /** Hexadecimal digits of the hash: as many as tell the versions of a page apart. */
    private static final int DIGITS = 16;

    private final Set<String> names;
    private final String version;
    private final Brand brand;

    private CustomerPages(Set<String> names, String version, Brand brand) {
        this.names = names;
        this.version = version;
        this.brand = brand;
    }

    /** @param version that of the console's files, among which are the style sheets of the pages */
    static CustomerPages read(String version, Brand brand) {
        return new CustomerPages(
                ConsoleFiles.text(DIRECTORY + LIST).lines().collect(Collectors.toUnmodifiableSet()), version, brand);
    }

    /** @param directory whether its URL ends with a slash */
    Response index(boolean directory) {
        return page(INDEX, directory ? "" : "docs/");
    }

    /** @param directory whether its URL ends with a slash */
    Response page(String name, boolean directory) {
        String prefix = directory ? "../" : "";
        return names.contains(name)
                ? page(name, prefix)
                : new Response(
                        404,
                        Map.of("Content-Type", "text/html; charset=utf-8"),
                        page(MISSING, prefix).body());
    }

    /** A browser may keep it, but has to ask about it each time. */
    private Response page(String name, String prefix) {
        String page = ConsoleFiles.text(DIRECTORY + name + ".html")
                .replace(MARK, brand.logo().isPresent() ? OWN_MARK : USUAL_MARK)
                .replace(ICON, brand.icon())
                .replace(NAME, brand.named("", " "))
                .replace(PREFIX, prefix)
                .replace(VERSION, version);
        String tag = Sha256.hex(page).substring(0, DIGITS);
        return Response.file("text/html; charset=utf-8", page, tag, "no-cache");
    }
}
