package com.scheduleevents.cli.catalogue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/** The event types that this command line knows. The API may have more: what is not here is not wrong. */
public final class KnownTypes {

    private static final String FILE = "event-types.properties";

    private final Properties fields = new Properties();

    /** Reads them. */
    public KnownTypes() {
        try (InputStream file = Objects.requireNonNull(KnownTypes.class.getResourceAsStream(FILE), FILE)) {
            fields.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Their names, in alphabetical order. */
    public List<String> names() {
        return fields.stringPropertyNames().stream().sorted().toList();
    }

    /** The fields of a type, in the order in which its events have them; empty when the type is not known. */
    public Optional<List<String>> fieldsOf(String type) {
        return Optional.ofNullable(fields.getProperty(type)).map(names -> Arrays.asList(names.split(", ")));
    }
}
