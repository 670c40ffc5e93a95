package com.scheduleevents.pages;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A page that is made of a file.
 *
 * @param name the last part of its URL
 * @param file the file, relative to the root of the project
 * @param group the heading that the page is listed under; empty for a page that only other pages link to
 */
record SourcePage(String name, String file, Optional<String> group) {

    private static final Optional<String> API = Optional.of("The API");
    private static final Optional<String> WEBHOOKS = Optional.of("Webhooks");
    private static final Optional<String> TOOLS = Optional.of("Tools");

    /** What customers need, in the order in which the pages are listed. What operators and engineers need is not among them. */
    static final List<SourcePage> ALL = List.of(
            new SourcePage("api", "docs/api.md", API),
            new SourcePage("keys", "docs/api/keys.md", API),
            new SourcePage("events", "docs/api/events.md", API),
            new SourcePage("feed", "docs/api/feed.md", API),
            new SourcePage("account", "docs/api/account.md", API),
            new SourcePage("requests", "docs/api/requests.md", API),
            new SourcePage("errors", "docs/errors.md", API),
            new SourcePage("webhooks", "docs/api/webhooks.md", WEBHOOKS),
            new SourcePage("receiving-webhooks", "docs/receiving-webhooks.md", WEBHOOKS),
            new SourcePage("frameworks", "docs/receiving-webhooks/frameworks.md", WEBHOOKS),
            new SourcePage("pulling", "docs/api/pulling.md", WEBHOOKS),
            new SourcePage("deliveries", "docs/api/deliveries.md", WEBHOOKS),
            new SourcePage("delivery", "docs/delivery.md", WEBHOOKS),
            new SourcePage("console-guide", "docs/console.md", TOOLS),
            new SourcePage("command-line", "docs/command-line.md", TOOLS),
            new SourcePage("clients", "docs/clients.md", TOOLS),
            program("receiver-java", "docs/receiving-webhooks/Receiver.java"),
            program("receiver-python", "docs/receiving-webhooks/receiver.py"),
            program("receiver-node", "docs/receiving-webhooks/receiver.mjs"),
            program("client-java", "docs/clients/FirstFiveMinutes.java"),
            program("client-typescript", "docs/clients/first-five-minutes.ts"),
            program("client-python", "docs/clients/first_five_minutes.py"),
            program("client-go", "docs/clients/first_five_minutes.go"));

    private static SourcePage program(String name, String file) {
        return new SourcePage(name, file, Optional.empty());
    }

    /** Whether the file is text with headings and links, and not a program. */
    boolean isMarkdown() {
        return file.endsWith(".md");
    }

    String fileName() {
        return Path.of(file).getFileName().toString();
    }
}
