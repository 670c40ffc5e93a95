package com.scheduleevents.contract;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The contract's descriptions as HTML: paragraphs, lists with dashes, code between backticks; no more is used in them. */
final class Html {

    private Html() {}

    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String inline(String text) {
        return text(text).replaceAll("`([^`]+)`", "<code>$1</code>");
    }

    static String prose(String text) {
        return Arrays.stream(text.strip().split("\n\\s*\n"))
                .filter(block -> !block.isBlank())
                .map(block -> block.startsWith("- ") ? list(block) : "<p>" + inline(block) + "</p>")
                .collect(Collectors.joining("\n"));
    }

    private static String list(String block) {
        return Arrays.stream(("\n" + block).split("\n- "))
                .filter(item -> !item.isBlank())
                .map(item -> "<li>" + inline(item) + "</li>")
                .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
    }
}
