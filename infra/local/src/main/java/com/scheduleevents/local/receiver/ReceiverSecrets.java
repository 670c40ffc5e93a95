package com.scheduleevents.local.receiver;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Stores the signing secrets by inbox; in a file if they must survive a restart. */
final class ReceiverSecrets {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/]{16,128}={0,2}");

    private final Optional<Path> file;
    private final Map<String, List<String>> byInbox;

    ReceiverSecrets(Optional<Path> file) {
        this.file = file;
        this.byInbox = new TreeMap<>(
                file.filter(Files::exists).map(ReceiverSecrets::read).orElseGet(Map::of));
    }

    /** The secrets of an inbox; empty when it has none. */
    synchronized List<String> of(String inbox) {
        return byInbox.getOrDefault(inbox, List.of());
    }

    /** @param secrets empty: deletes those of the inbox */
    synchronized void put(String inbox, List<String> secrets) {
        byInbox.put(inbox, List.copyOf(secrets));
        file.ifPresent(path -> write(path, byInbox));
    }

    /**
     * Reads {"secret":"whsec_…"} or {"secrets":["whsec_…"]}.
     *
     * @throws IllegalArgumentException when it is neither
     */
    static List<String> parse(JsonNode body) {
        List<String> secrets = new ArrayList<>();
        body.path("secrets").forEach(secret -> secrets.add(secret.asText()));
        if (body.has("secret")) {
            secrets.add(body.path("secret").asText());
        }
        if (secrets.isEmpty()
                || !secrets.stream().allMatch(secret -> SECRET.matcher(secret).matches())) {
            throw new IllegalArgumentException(
                    "Send {\"secret\":\"whsec_…\"} or {\"secrets\":[\"whsec_…\",\"whsec_…\"]}.");
        }
        return List.copyOf(secrets);
    }

    private static Map<String, List<String>> read(Path file) {
        try {
            return JSON.readValue(file.toFile(), new TypeReference<Map<String, List<String>>>() {});
        } catch (IOException damaged) {
            throw new UncheckedIOException("The receiver cannot read " + file + ". Delete the file to go on.", damaged);
        }
    }

    private static void write(Path file, Map<String, List<String>> secrets) {
        try {
            JSON.writeValue(file.toFile(), secrets);
        } catch (IOException failed) {
            throw new UncheckedIOException("The receiver cannot write " + file + ".", failed);
        }
    }
}
