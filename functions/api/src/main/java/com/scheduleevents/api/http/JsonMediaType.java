package com.scheduleevents.api.http;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A media type of bodies, in UTF-8 (RFC 9110, section 8.3.1). */
enum JsonMediaType {
    JSON("application/json"),

    /** Changes to a resource (RFC 7396). */
    MERGE_PATCH("application/merge-patch+json");

    /**
     * A semicolon and the parameter after it. Nothing may follow it, and around its equals sign there may be blanks,
     * as some clients send them.
     */
    private static final Pattern PARAMETER =
            Pattern.compile(";\\s*(?:(?<name>TOKEN)\\s*=\\s*(?:(?<value>TOKEN)|\"(?<quoted>[^\"\\\\]*+)\")\\s*)?"
                    .replace("TOKEN", "[!#$%&'*+.^_`|~0-9A-Za-z-]++"));

    private final String wireName;
    private final Pattern pattern;

    JsonMediaType(String wireName) {
        this.wireName = wireName;
        this.pattern = Pattern.compile("\\s*" + Pattern.quote(wireName) + "\\s*", Pattern.CASE_INSENSITIVE);
    }

    /** Names media types, as in "one or the other". */
    static String listed(List<JsonMediaType> types) {
        return types.stream().map(type -> type.wireName).collect(Collectors.joining(" or "));
    }

    /** The value of the header {@code Accept-Patch} (RFC 5789, section 3.1). */
    static String ofPatches() {
        return MERGE_PATCH.wireName + ", " + JSON.wireName;
    }

    /**
     * Whether a header Content-Type names it. Parameters other than the character set, such as a profile, change
     * nothing of what JSON is (RFC 8259, section 11), and are ignored.
     */
    boolean isNamed(String header) {
        Matcher type = pattern.matcher(header);
        if (!type.lookingAt()) {
            return false;
        }
        int end = type.end();
        Matcher parameter = PARAMETER.matcher(header);
        while (parameter.region(end, header.length()).lookingAt()) {
            if ("charset".equalsIgnoreCase(parameter.group("name")) && !isUtf8(parameter)) {
                return false;
            }
            end = parameter.end();
        }
        return end == header.length();
    }

    private static boolean isUtf8(Matcher charset) {
        return "utf-8".equalsIgnoreCase(charset.group("value")) || "utf-8".equalsIgnoreCase(charset.group("quoted"));
    }
}
