package com.scheduleevents.delivery.notifier;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes the HTML template of an e-mail of its text template, by the way the text is laid out, so that both forms say the same:
 *
 * <ul>
 *   <li>Two empty lines separate parts. A part begins with its title; that of the first is the subject, which the frame shows.
 *   <li>One empty line separates blocks. A line is a paragraph.
 *   <li>Two spaces indent facts, a name and a value with two spaces between them or more, and a button: what it does, a colon, and its link.
 *   <li>Three spaces indent a command.
 *   <li>A line with nothing but the beginning or the end of a Mustache section stays as it is.
 * </ul>
 *
 * <p>The rule is applied to templates and not to what they become, so that no value can pretend to be a link or a title, however its text
 * is laid out. Values are escaped when the template is filled.
 */
@SuppressWarnings("InlineFormatString") // The forms are read side by side.
final class HtmlForm {

    private static final String TITLE = """
            <h2 style="margin:28px 0 8px; font-size:18px; line-height:24px">%s</h2>
            """;
    private static final String PARAGRAPH = """
            <p style="margin:0 0 12px">%s</p>
            """;
    private static final String BUTTON = """
            <p style="margin:20px 0"><a href="%2$s" style="display:inline-block; padding:10px 18px; border:2px solid {{button}}; \
            border-radius:6px; background-color:{{button}}; color:{{on_button}}; font-weight:bold; text-decoration:none">%1$s</a></p>
            """;
    private static final String FACTS = """
            <table cellspacing="0" cellpadding="4" border="0" style="margin:16px 0; font-size:15px; line-height:22px">
            %s</table>
            """;
    private static final String FACT = """
            <tr valign="top"><th scope="row" align="left" style="padding-right:16px; white-space:nowrap">%s</th>\
            <td style="overflow-wrap:anywhere">%s</td></tr>
            """;
    private static final String COMMAND = """
            <pre style="margin:0 0 16px; padding:12px; border:1px solid #808080; border-radius:4px; \
            background-color:rgba(128,128,128,0.12); font-family:Menlo,Consolas,monospace; font-size:13px; line-height:19px; \
            white-space:pre-wrap; overflow-wrap:anywhere">%s</pre>
            """;

    private static final String COMMAND_INDENT = "   ";
    private static final Pattern FACT_LINE = Pattern.compile(" {2}(?<name>[^ ].{0,20}?) {2,}(?<value>[^ ].*)");
    private static final Pattern BUTTON_LINE = Pattern.compile(" {2}(?<label>[A-Z][^:{}]+): (?<value>\\{\\{[a-z_]+}})");
    private static final Pattern SECTION_LINE = Pattern.compile("\\{\\{[#^/][a-z_]+}}");

    /** The values that are URLs to open. */
    private static final List<String> LINKS = List.of("{{console}}", "{{link}}");

    private HtmlForm() {}

    /**
     * The HTML of a template's content.
     *
     * @throws IllegalArgumentException when a line is laid out otherwise
     */
    static String of(String text) {
        String[] parts = text.split("\n\n\n", 0);
        StringBuilder html = new StringBuilder(blocks(parts[0]));
        for (String part : List.of(parts).subList(1, parts.length)) {
            html.append(TITLE.formatted(escaped(part.lines().findFirst().orElseThrow())))
                    .append(blocks(part));
        }
        return html.toString();
    }

    /** Those behind the title. */
    private static String blocks(String part) {
        return Arrays.stream(part.split("\n\n", 0))
                .skip(1)
                .map(block -> block(block.lines().toList()))
                .collect(Collectors.joining());
    }

    private static String block(List<String> lines) {
        if (lines.stream().allMatch(line -> line.startsWith(COMMAND_INDENT))) {
            return COMMAND.formatted(lines.stream()
                    .map(line -> escaped(line.substring(COMMAND_INDENT.length())))
                    .collect(Collectors.joining("\n")));
        }
        boolean facts = lines.stream().anyMatch(line -> FACT_LINE.matcher(line).matches());
        return facts ? FACTS.formatted(each(lines, HtmlForm::fact)) : each(lines, HtmlForm::paragraph);
    }

    private static String each(List<String> lines, UnaryOperator<String> form) {
        return lines.stream()
                .map(line -> SECTION_LINE.matcher(line).matches() ? line + "\n" : form.apply(line))
                .collect(Collectors.joining());
    }

    private static String fact(String line) {
        Matcher fact = FACT_LINE.matcher(line);
        if (!fact.matches()) {
            throw new IllegalArgumentException("a line among the facts of an e-mail is none: " + line);
        }
        return FACT.formatted(escaped(fact.group("name")), escaped(fact.group("value")));
    }

    private static String paragraph(String line) {
        Matcher button = BUTTON_LINE.matcher(line);
        if (button.matches()) {
            return BUTTON.formatted(escaped(button.group("label")), link(button.group("value")));
        }
        if (line.startsWith(" ")) {
            throw new IllegalArgumentException("a line of an e-mail is neither a fact nor a command: " + line);
        }
        return PARAGRAPH.formatted(escaped(line));
    }

    private static String link(String value) {
        if (!LINKS.contains(value)) {
            throw new IllegalArgumentException("a button of an e-mail leads to no link: " + value);
        }
        return value;
    }

    /** What the template itself says. */
    private static String escaped(String literal) {
        return literal.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
