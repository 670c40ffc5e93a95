package com.scheduleevents.e2e;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what no line of a function's log may contain. */
final class LogLeaks {

    /** The kinds of forbidden text with their patterns; the requests of the suite contain all of them. */
    private static final List<Kind> KINDS = List.of(
            new Kind("an API key", "sk_(?:live|test)_[A-Za-z0-9]{8,}"),
            new Kind("a signing secret", "whsec_[A-Za-z0-9+/]{8,}"),
            new Kind("a signature", "v1[=,][A-Za-z0-9+/]{32,}"),
            new Kind("an id in an event", "\\b(?:apt|prv|off)_\\w+"),
            new Kind(
                    "a field of an event",
                    "(?:starts_at|duration_minutes|recoverable|_by)\\W{1,8}(?:\\d|true|false|patient|clinic\\b)"),
            new Kind("a URL", "https?:/"),
            new Kind("a query", "\\?\\w+="),
            new Kind("a receiver's response", "As ordered\\."),
            new Kind("an e-mail address", "[\\w.+-]+@[\\w-]+\\.[a-z]{2,}"));

    private LogLeaks() {}

    /** A description of the first forbidden text in a line, which does not quote it whole. */
    static Optional<String> in(String line) {
        return KINDS.stream().flatMap(kind -> kind.in(line).stream()).findFirst();
    }

    private record Kind(String name, Pattern pattern) {

        Kind(String name, String regex) {
            this(name, Pattern.compile(regex));
        }

        Optional<String> in(String line) {
            Matcher found = pattern.matcher(line);
            return found.find() ? Optional.of(name + ", which begins with " + start(found.group())) : Optional.empty();
        }

        private static String start(String text) {
            return text.substring(0, Math.min(12, text.length()));
        }
    }
}
