package com.scheduleevents.pages;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What all pages have around them: the way to the console, the list of pages, and the contents of the page. */
final class PageFrame {

    /** In place of the version of the console's files, which the function knows that serves them. */
    private static final String VERSION = "{@version}";

    /** From this number of sections on, a page begins with its contents. */
    private static final int SECTIONS = 3;

    private final Map<String, List<ServedPage>> groups;

    /** @param pages all pages, in the order in which they are listed */
    PageFrame(List<ServedPage> pages) {
        this.groups = pages.stream()
                .filter(page -> page.group().isPresent())
                .collect(Collectors.groupingBy(
                        page -> page.group().orElseThrow(), LinkedHashMap::new, Collectors.toList()));
    }

    /** The whole of a page. */
    String around(ServedPage page) {
        return frame(
                page.title() + " · {@name}Help", page.title(), contents(page.sections()) + page.html(), page.name());
    }

    /** The first page, which lists all others with their sections, so that the browser's own search finds them. */
    String index() {
        StringBuilder list = new StringBuilder();
        groups.forEach((group, pages) -> {
            list.append("<h2>").append(HtmlText.escaped(group)).append("</h2>\n<dl class=\"index\">\n");
            for (ServedPage page : pages) {
                list.append("<div><dt>")
                        .append(HtmlText.link(PageLinks.DOCS + page.name(), HtmlText.escaped(page.title())))
                        .append("</dt>\n<dd>")
                        .append(page.sections().stream()
                                .map(section -> HtmlText.link(
                                        PageLinks.DOCS + page.name() + "#" + section.id(),
                                        HtmlText.escaped(section.title())))
                                .collect(Collectors.joining(" · ")))
                        .append("</dd></div>\n");
            }
            list.append("</dl>\n");
        });
        return frame("{@name}Help", "Help", list.toString(), "");
    }

    /** The page in place of one that does not exist. */
    String missing() {
        return frame(
                "Not found · {@name}Help",
                "There is no such page",
                "<p>It may have another name now. " + HtmlText.link(PageLinks.DOCS + "../docs", "All pages") + "</p>\n",
                "");
    }

    private String frame(String documentTitle, String title, String content, String here) {
        // The function replaces what stands in braces, also by the brand of the deployment.
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>%1$s</title>
            <link rel="icon" href="%2$s{@icon}">
            <link rel="stylesheet" href="%2$sconsole.css">
            <link rel="stylesheet" href="%2$sdocs.css">
            </head>
            <body class="docs">
            <a class="skip" href="#main">Skip to the content</a>
            <header><div class="bar">
            <div class="brand">{@mark}<p class="account"><a href="%3$s">{@name}Help</a></p></div>
            <a class="to-pages" href="#pages">All pages</a>
            <a href="%4$s../console">Console</a>
            </div></header>
            <div class="help">
            <main id="main" tabindex="-1">
            <h1>%5$s</h1>
            %6$s</main>
            <aside id="pages" aria-label="All pages">
            %7$s</aside>
            </div>
            </body>
            </html>
            """.formatted(
                        HtmlText.escaped(documentTitle),
                        PageLinks.DOCS + "../console/" + VERSION + "/",
                        PageLinks.DOCS + "../docs",
                        PageLinks.DOCS,
                        HtmlText.escaped(title),
                        content,
                        list(here));
    }

    private String list(String here) {
        StringBuilder list = new StringBuilder();
        groups.forEach((group, pages) -> {
            list.append("<nav aria-label=\"")
                    .append(HtmlText.escaped(group))
                    .append("\"><p>")
                    .append(HtmlText.escaped(group))
                    .append("</p><ul>\n");
            for (ServedPage page : pages) {
                list.append("<li><a href=\"")
                        .append(PageLinks.DOCS)
                        .append(page.name())
                        .append(page.name().equals(here) ? "\" aria-current=\"page\">" : "\">")
                        .append(HtmlText.escaped(page.title()))
                        .append("</a></li>\n");
            }
            list.append("</ul></nav>\n");
        });
        return list.toString();
    }

    private static String contents(List<Section> sections) {
        if (sections.size() < SECTIONS) {
            return "";
        }
        return sections.stream()
                .map(section ->
                        "<li>" + HtmlText.link("#" + section.id(), HtmlText.escaped(section.title())) + "</li>\n")
                .collect(Collectors.joining(
                        "", "<nav class=\"contents\" aria-label=\"On this page\"><ul>\n", "</ul></nav>\n"));
    }
}
