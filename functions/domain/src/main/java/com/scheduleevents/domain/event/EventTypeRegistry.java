package com.scheduleevents.domain.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Event types: one JSON Schema file each. Those of schedule changes are in the resource folder {@code types} beside this class, those of
 * operational events in {@code operational}. To add a type, add a file.
 */
public final class EventTypeRegistry {

    /** The fields that the service sets in every event; the schema has them, a draft must not. */
    private static final Set<String> MINTED = Set.of("id", "created_at");

    private static final String FOLDERS = "com/scheduleevents/domain/event/";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, EventType> types;

    private EventTypeRegistry(Map<String, EventType> types) {
        this.types = types;
    }

    /** The types of schedule changes, which are recorded. */
    public static EventTypeRegistry fromClassPath() {
        return read("types");
    }

    /** The types of operational events, which are about webhooks and are not recorded. */
    public static EventTypeRegistry operational() {
        return read("operational");
    }

    /** These types and the others. */
    public EventTypeRegistry and(EventTypeRegistry others) {
        Map<String, EventType> all = new TreeMap<>(types);
        all.putAll(others.types);
        return new EventTypeRegistry(all);
    }

    /** Reads the schema files of all folders of this name on the class path. */
    private static EventTypeRegistry read(String name) {
        Map<String, EventType> types = new TreeMap<>();
        try {
            Enumeration<URL> folders = EventTypeRegistry.class.getClassLoader().getResources(FOLDERS + name);
            while (folders.hasMoreElements()) {
                types.putAll(readAll(folders.nextElement()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the event types cannot be read", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the class path contains an invalid URL", e);
        }
        if (types.isEmpty()) {
            throw new IllegalStateException("the event types are not on the class path; build this jar again");
        }
        return new EventTypeRegistry(types);
    }

    /** All types, sorted by name. */
    public Collection<EventType> types() {
        return List.copyOf(types.values());
    }

    /** Whether the type exists. */
    public boolean has(String type) {
        return types.containsKey(type);
    }

    /**
     * Parses a schedule change from a producer.
     *
     * @throws ApiException MISSING_FIELD, UNKNOWN_FIELD or INVALID_FIELD, naming the field
     */
    public EventDraft read(ObjectNode sent) {
        JsonNode type = sent.get("type");
        if (type == null) {
            throw new ApiException(ErrorCode.MISSING_FIELD, "type", "type is missing. It must be " + allowed() + ".");
        }
        EventType known = type.isTextual() ? types.get(type.textValue()) : null;
        if (known == null) {
            String got = type.isTextual() ? Sanitized.of(type.textValue()) : "a value that is not a string";
            throw new ApiException(ErrorCode.INVALID_FIELD, "type", "type must be " + allowed() + "; got " + got + ".");
        }
        return known.read(sent);
    }

    /**
     * The example of an existing type, with some fields replaced.
     *
     * @throws ApiException UNKNOWN_FIELD or INVALID_FIELD, naming the first field that the type does not have, or whose value is not valid
     */
    public EventDraft example(String type, ObjectNode replaced) {
        return Objects.requireNonNull(types.get(type), type).example(replaced);
    }

    /** The types of these names and groups; all of them when none is given. */
    public Collection<EventType> types(Set<String> names) {
        return types().stream()
                .filter(type ->
                        names.isEmpty() || names.contains(type.name()) || names.contains(EventType.group(type.name())))
                .toList();
    }

    /** The groups of the types, sorted. */
    public SortedSet<String> groups() {
        return types.keySet().stream().map(EventType::group).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Lists all types, for messages to clients. */
    public String allowed() {
        return "one of " + names();
    }

    /** The names of all types, for an error message that says more of them. */
    public String names() {
        return String.join(", ", types.keySet());
    }

    private static Map<String, EventType> readAll(URL folder) throws IOException, URISyntaxException {
        if (!(folder.openConnection() instanceof JarURLConnection inJar)) {
            return readAll(Path.of(folder.toURI()));
        }
        // Opened by path, because the JVM has only one file system per URI and concurrent readers would share it.
        try (FileSystem jar =
                FileSystems.newFileSystem(Path.of(inJar.getJarFileURL().toURI()))) {
            return readAll(jar.getPath(inJar.getEntryName()));
        }
    }

    private static Map<String, EventType> readAll(Path folder) throws IOException {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        Map<String, EventType> types = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replaceFirst("\\.json$", "");
                types.put(name, type(name, (ObjectNode) JSON.readTree(Files.readAllBytes(file)), registry));
            }
        }
        return types;
    }

    private static EventType type(String name, ObjectNode document, SchemaRegistry registry) {
        ObjectNode draft = document.deepCopy();
        draft.remove(List.of("$id", "examples"));
        ObjectNode properties = draft.withObject("properties");
        properties.remove(MINTED);
        ArrayNode required = draft.putArray("required");
        document.path("required").forEach(field -> {
            if (!MINTED.contains(field.asText())) {
                required.add(field);
            }
        });
        List<String> fields = new ArrayList<>();
        properties.fieldNames().forEachRemaining(fields::add);
        Schema schema = registry.getSchema(draft);
        schema.initializeValidators();
        return new EventType(name, document, schema, fields);
    }
}
