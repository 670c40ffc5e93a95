package com.scheduleevents.emulator.gateway;

import java.util.List;
import java.util.Locale;

/** Matches media types that a template lists: {@code image/png}, {@code image/*}, <code>*&#47;*</code>, with ~1 for a slash. */
final class MediaTypes {

    private final List<String> patterns;

    MediaTypes(List<String> patterns) {
        this.patterns = patterns.stream()
                .map(pattern -> pattern.replace("~1", "/").toLowerCase(Locale.ROOT))
                .toList();
    }

    /**
     * Whether a media type matches.
     *
     * @param header a value of Content-Type or Accept; only its first type counts
     */
    boolean include(String header) {
        String type = header.split("[;,]", 2)[0].strip().toLowerCase(Locale.ROOT);
        return patterns.stream()
                .anyMatch(pattern -> pattern.equals("*/*")
                        || pattern.equals(type)
                        || (pattern.endsWith("/*") && type.startsWith(pattern.substring(0, pattern.length() - 1))));
    }
}
