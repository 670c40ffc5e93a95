package com.scheduleevents.emulator.http;

/** Makes plain HTML pages. */
public final class HtmlPage {

    private HtmlPage() {}

    /**
     * A page.
     *
     * @param title plain text
     * @param content as HTML
     */
    public static String page(String title, String content) {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%1$s</title>
                <style>
                body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
                table { border-collapse: collapse; width: 100%%; }
                td, th { border-bottom: 1px solid #ccc; padding: .3rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
                summary { cursor: pointer; }
                pre { background: #f4f4f4; overflow-x: auto; padding: .6rem; white-space: pre-wrap; }
                </style>
                </head>
                <body>
                <h1>%1$s</h1>
                %2$s
                </body>
                </html>
                """.formatted(text(title), content);
    }

    /** Plain text, escaped for HTML. */
    public static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
