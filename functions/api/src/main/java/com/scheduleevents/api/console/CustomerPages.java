package com.scheduleevents.api.console;

import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.id.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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

    /** Hexadecimal digits of the hash: as many as tell the versions of a page apart. */
    private static final int DIGITS = 16;

    private final Set<String> names;
    private final String version;

    private CustomerPages(Set<String> names, String version) {
        this.names = names;
        this.version = version;
    }

    /** @param version that of the console's files, among which are the style sheets of the pages */
    static CustomerPages read(String version) {
        return new CustomerPages(text(LIST).lines().collect(Collectors.toUnmodifiableSet()), version);
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
        String page = text(name + ".html").replace(PREFIX, prefix).replace(VERSION, version);
        String tag = Sha256.hex(page).substring(0, DIGITS);
        return Response.file("text/html; charset=utf-8", page, tag, "no-cache");
    }

    private static String text(String name) {
        try (InputStream in = CustomerPages.class.getResourceAsStream(DIRECTORY + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks the page " + name + "; build it with Maven");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
