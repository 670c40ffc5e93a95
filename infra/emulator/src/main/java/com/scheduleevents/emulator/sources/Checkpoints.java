package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How far each shard of a source was handled; stored in a file if it must survive a restart. */
final class Checkpoints {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String END = "end";

    private final Optional<Path> file;
    private final Map<String, String> handled = new TreeMap<>();

    private Checkpoints(Optional<Path> file) {
        this.file = file;
    }

    static Checkpoints open(Optional<Path> file) throws IOException {
        Checkpoints checkpoints = new Checkpoints(file);
        if (file.isPresent() && Files.exists(file.get())) {
            checkpoints.handled.putAll(
                    JSON.readValue(file.get().toFile(), new TypeReference<Map<String, String>>() {}));
        }
        return checkpoints;
    }

    /** The sequence number of the last handled record. */
    synchronized Optional<String> last(String shard) {
        return Optional.ofNullable(handled.get(shard)).filter(place -> !place.equals(END));
    }

    synchronized boolean isAtEnd(String shard) {
        return END.equals(handled.get(shard));
    }

    synchronized boolean isEmpty() {
        return handled.isEmpty();
    }

    synchronized void handled(String shard, String sequenceNumber) {
        put(shard, sequenceNumber);
    }

    synchronized void atEnd(String shard) {
        put(shard, END);
    }

    private void put(String shard, String place) {
        handled.put(shard, place);
        file.ifPresent(this::write);
    }

    private void write(Path path) {
        try {
            Files.createDirectories(path.resolveSibling(""));
            Path next = path.resolveSibling(path.getFileName() + ".next");
            JSON.writeValue(next.toFile(), handled);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
