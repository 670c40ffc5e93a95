package com.scheduleevents.api.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Evaluates the header If-None-Match (RFC 9110, section 13.1.2). */
final class EntityTags {

    /** Weak and strong tags compare alike in this header. */
    private static final Pattern TAG = Pattern.compile("(?:W/)?(\"[^\"]*\")");

    private EntityTags() {}

    /**
     * Whether the header lists an entity tag.
     *
     * @param header a list of tags, or {@code *} for any
     * @param tag a strong tag with its quotation marks
     */
    static boolean has(String header, String tag) {
        if (header.strip().equals("*")) {
            return true;
        }
        Matcher tags = TAG.matcher(header);
        while (tags.find()) {
            if (tag.equals(tags.group(1))) {
                return true;
            }
        }
        return false;
    }
}
