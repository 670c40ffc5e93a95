package com.scheduleevents.pages;

/** Text as HTML has it. */
final class HtmlText {

    private HtmlText() {}

    /** Text in an element, or in an attribute between quotation marks. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String code(String text) {
        return "<code>" + escaped(text) + "</code>";
    }

    /** A block of code, which the keyboard can scroll. */
    static String block(String text) {
        return "<pre tabindex=\"0\"><code>" + escaped(text.stripTrailing()) + "</code></pre>\n";
    }

    /** A link to a page, or to a place in one. */
    static String link(String href, String html) {
        return "<a href=\"" + escaped(href) + "\">" + html + "</a>";
    }
}
