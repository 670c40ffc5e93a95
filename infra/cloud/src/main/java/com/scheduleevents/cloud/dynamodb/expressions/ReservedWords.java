package com.scheduleevents.cloud.dynamodb.expressions;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that cannot be attribute names in an expression (DynamoDB Developer Guide, "Reserved words"). */
final class ReservedWords {

    private static final Set<String> WORDS = read();

    private ReservedWords() {}

    static boolean contains(String name) {
        return WORDS.contains(name.toUpperCase(Locale.ROOT));
    }

    private static Set<String> read() {
        try (InputStream file = ReservedWords.class.getResourceAsStream("reserved-words.txt")) {
            if (file == null) {
                throw new IllegalStateException("the list of reserved words is missing");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
            return lines.lines().collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
