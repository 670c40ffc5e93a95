package com.scheduleevents.api.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells whether a client has what an answer would bring (RFC 9110, section 13.1.2). */
final class EntityTags {

    /** Weak or strong: for reading, they compare alike. */
    private static final Pattern TAG = Pattern.compile("(?:W/)?(\"[^\"]*\")");

    private EntityTags() {}

    /**
     * Whether a tag is one of those in the header If-None-Match.
     *
     * @param header a list of tags, or {@code *} for any
     * @param tag strong, with its quotation marks
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
