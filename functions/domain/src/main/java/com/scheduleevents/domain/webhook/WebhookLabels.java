package com.scheduleevents.domain.webhook;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Data of the owner's that the service stores with a webhook, and that changes nothing about its deliveries.
 *
 * @param externalId the owner's own identifier, if it has one
 * @param metadata the owner's texts by name, in the order of names
 */
public record WebhookLabels(Optional<ExternalId> externalId, Map<String, String> metadata) {

    /** Neither an identifier nor metadata. */
    public static final WebhookLabels NONE = new WebhookLabels(Optional.empty(), Map.of());

    /** How many texts the metadata has at most. */
    public static final int MAX_PAIRS = 20;

    /** The maximum length of a text, in Unicode characters. */
    public static final int MAX_TEXT = 500;

    /** Describes a valid name of a text in messages to clients. */
    public static final String NAMES = "1 to 40 letters, digits, and characters of . _ / -";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._/-]{1,40}");

    /** Copies the metadata in the order of names, and rejects more of it than can be set. */
    public WebhookLabels {
        metadata = Collections.unmodifiableMap(new TreeMap<>(metadata));
        boolean bounded = metadata.entrySet().stream()
                .allMatch(pair -> isName(pair.getKey()) && length(pair.getValue()) <= MAX_TEXT);
        if (metadata.size() > MAX_PAIRS || !bounded) {
            throw new IllegalArgumentException("not metadata that can be set");
        }
    }

    /** Whether a text can have this name. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
