package com.scheduleevents.api.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The media type application/json in UTF-8 (RFC 9110, section 8.3.1). */
final class JsonMediaType {

    private static final Pattern TYPE = Pattern.compile("\\s*application/json\\s*", Pattern.CASE_INSENSITIVE);

    /**
     * A semicolon and the parameter after it. Nothing may follow it, and around its equals sign there may be blanks,
     * as some clients send them.
     */
    private static final Pattern PARAMETER =
            Pattern.compile(";\\s*(?:(?<name>TOKEN)\\s*=\\s*(?:(?<value>TOKEN)|\"(?<quoted>[^\"\\\\]*+)\")\\s*)?"
                    .replace("TOKEN", "[!#$%&'*+.^_`|~0-9A-Za-z-]++"));

    private JsonMediaType() {}

    /**
     * Whether a header Content-Type names it. Parameters other than the character set, such as a profile, change
     * nothing of what JSON is (RFC 8259, section 11), and are ignored.
     */
    static boolean includes(String header) {
        Matcher type = TYPE.matcher(header);
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
