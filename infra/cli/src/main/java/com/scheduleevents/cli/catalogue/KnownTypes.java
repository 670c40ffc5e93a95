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

    /** What follows the name of an optional field. */
    private static final String OPTIONAL = "?";

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
    public Optional<List<Field>> fieldsOf(String type) {
        return Optional.ofNullable(fields.getProperty(type))
                .map(names -> Arrays.stream(names.split(", ")).map(Field::read).toList());
    }

    /**
     * A field of a type.
     *
     * @param isOptional whether there are events of the type without it
     */
    public record Field(String name, boolean isOptional) {

        private static Field read(String text) {
            return text.endsWith(OPTIONAL)
                    ? new Field(text.substring(0, text.length() - OPTIONAL.length()), true)
                    : new Field(text, false);
        }
    }
}
