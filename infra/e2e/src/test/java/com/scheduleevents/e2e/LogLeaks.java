package com.scheduleevents.e2e;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What no line of a function's log may hold, whatever the function was doing. */
final class LogLeaks {

    /** What is forbidden, and how it looks in the suite: of each kind there is more than enough in what it sends. */
    private static final List<Kind> KINDS = List.of(
            new Kind("an API key", "sk_(?:live|test)_[A-Za-z0-9]{8,}"),
            new Kind("a signing secret", "whsec_[A-Za-z0-9+/]{8,}"),
            new Kind("a signature", "v1[=,][A-Za-z0-9+/]{32,}"),
            new Kind("an id in an event", "\\b(?:apt|prv|off)_\\w+"),
            new Kind(
                    "a field of an event",
                    "(?:starts_at|duration_minutes|recoverable|_by)\\W{1,8}(?:\\d|true|false|patient|clinic\\b)"),
            new Kind("a url", "https?:/"),
            new Kind("a query", "\\?\\w+="),
            new Kind("an e-mail address", "[\\w.+-]+@[\\w-]+\\.[a-z]{2,}"));

    private LogLeaks() {}

    /** The first that a line holds, in words that name it without quoting it whole. */
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
