package com.scheduleevents.api.console;

import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.id.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The files of the console, and of the pages for customers, which are in the jar. The paths of all but the page contain a hash of them all, so that a browser can keep
 * them for good: a change of any file changes every path.
 */
final class ConsoleFiles {

    /** The page, which names the others. */
    private static final String PAGE = "index.html";

    /** What the page has in place of the relative URL of the directory that the other files are in. */
    private static final String DIRECTORY = "{files}";

    /** What the page has in place of the name of the deployment and of its logo, for the scripts. */
    private static final String BRAND = "<!-- brand -->";

    private static final String ICON = "{icon}";
    private static final String STYLES = "console.css";

    /** All files but the page, and the logo where there is one. */
    static final List<String> NAMES = List.of(
            "api.js",
            "app.js",
            "appointment.js",
            "audit.js",
            "changes.js",
            "charts.js",
            "condition.js",
            "confirm.js",
            "console.css",
            "copy.js",
            "deliveries.js",
            "dialog.js",
            "docs.css",
            "events.js",
            "form.js",
            "frame.js",
            "icon.svg",
            "keys.js",
            "lists.js",
            "lit-html.js",
            "overview.js",
            "recent.js",
            "registration.js",
            "replay.js",
            "search.js",
            "snippets.js",
            "terminal.js",
            "types.js",
            "usage.js",
            "webhook.js",
            "webhooks.js",
            "words.js");

    private static final Map<String, String> TYPES = Map.of(
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    /** Hexadecimal digits of the hash: as many as tell the versions of a page apart. */
    private static final int DIGITS = 16;

    private final String page;
    private final String pageOfDirectory;
    private final Map<String, String> files;
    private final String version;

    private ConsoleFiles(String page, Map<String, String> files) {
        this.version = Sha256.hex(page + files).substring(0, DIGITS);
        this.page = page.replace(DIRECTORY, "console/" + version);
        this.pageOfDirectory = page.replace(DIRECTORY, version);
        this.files = files;
    }

    static ConsoleFiles read(Brand brand) {
        Map<String, String> files = new TreeMap<>(brand.files());
        NAMES.forEach(name -> files.put(name, text("/console/" + name)));
        files.merge(STYLES, brand.css(), String::concat);
        String logo = brand.logo().isPresent() ? "<meta name=\"logo\" content=\"" + Brand.LOGO + "\">" : "";
        String page = text("/console/" + PAGE)
                .replace(BRAND, brand.named("<meta name=\"service\" content=\"", "\">") + logo)
                .replace(ICON, brand.icon());
        return new ConsoleFiles(page, files);
    }

    /** That of all files, which their paths contain. */
    String version() {
        return version;
    }

    /**
     * The page, which a browser may keep, but has to ask about each time. It names the other files relative to itself, because several
     * APIs may share a host, each under a path of its own.
     *
     * @param directory whether its URL ends with a slash
     */
    Response page(boolean directory) {
        return Response.file("text/html; charset=utf-8", directory ? pageOfDirectory : page, version, "no-cache");
    }

    /**
     * Another file. Under the path of another version, which a gradual deployment also serves, it is this version's, and nobody keeps it.
     *
     * @param asked the version that the path has
     */
    Optional<Response> find(String asked, String name) {
        String caching = asked.equals(version) ? "public, max-age=31536000, immutable" : "no-store";
        return Optional.ofNullable(files.get(name)).map(text -> Response.file(type(name), text, version, caching));
    }

    private static String type(String name) {
        return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/plain");
    }

    /**
     * A file of the jar.
     *
     * @throws IllegalStateException when there is none
     */
    static String text(String path) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the jar lacks the file " + path + ", which its build or ./deploy puts there");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
