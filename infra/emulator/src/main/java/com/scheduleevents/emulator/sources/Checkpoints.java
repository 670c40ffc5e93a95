package com.scheduleevents.emulator.sources;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far each shard of a source was handled; stored in a file if it must survive a restart.
 *
 * <p>After a stop that was not clean, what a function did with the last records may be lost although they count as handled, because the
 * queues are written to the disk a moment later. So each shard is then read again from {@value #REPEATED_MINUTES} minutes before its
 * checkpoint.
 */
final class Checkpoints {

    private static final int REPEATED_MINUTES = 10;
    private static final Duration REPEATED = Duration.ofMinutes(REPEATED_MINUTES);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String END = "end";

    private final Optional<Path> file;
    private final Map<String, String> handled = new TreeMap<>();

    /** Those of a run that did not stop cleanly, from before which its shards are read again. */
    private final Map<String, String> earlier = new TreeMap<>();

    private Checkpoints(Optional<Path> file) {
        this.file = file;
    }

    /**
     * Reads the file.
     *
     * @param file empty: in memory
     */
    static Checkpoints open(Optional<Path> file) throws IOException {
        Checkpoints checkpoints = new Checkpoints(file);
        if (file.isPresent() && Files.exists(file.get())) {
            boolean clean = Files.deleteIfExists(cleanlyStopped(file.get()));
            Map<String, String> stored = JSON.readValue(file.get().toFile(), new TypeReference<>() {});
            (clean ? checkpoints.handled : checkpoints.earlier).putAll(stored);
        }
        return checkpoints;
    }

    private static Path cleanlyStopped(Path file) {
        return file.resolveSibling(file.getFileName() + ".clean");
    }

    /** Notes that this stop is clean. Nothing may be handled afterwards. */
    synchronized void stopped() {
        file.filter(Files::exists).ifPresent(path -> {
            try {
                Files.writeString(cleanlyStopped(path), "");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The sequence number of the last handled record. */
    synchronized Optional<String> last(String shard) {
        return Optional.ofNullable(handled.get(shard))
                .map(place -> place.split(" ", 2)[0])
                .filter(place -> !place.equals(END));
    }

    /** The time before which the records of a shard need not be handled again. */
    synchronized Instant handledUntil(String shard) {
        return Optional.ofNullable(earlier.get(shard))
                .map(place -> time(place).minus(REPEATED))
                .orElse(Instant.EPOCH);
    }

    synchronized boolean isAtEnd(String shard) {
        return handled.getOrDefault(shard, "").startsWith(END);
    }

    synchronized boolean isEmpty() {
        return handled.isEmpty() && earlier.isEmpty();
    }

    /** @param at when the record was written */
    synchronized void handled(String shard, String sequenceNumber, Instant at) {
        put(shard, sequenceNumber + " " + at);
    }

    synchronized void atEnd(String shard) {
        put(shard, END + " " + time(handled.getOrDefault(shard, earlier.getOrDefault(shard, ""))));
    }

    /** When the record of a checkpoint was written; one that does not say so may be of any time. */
    private static Instant time(String place) {
        int space = place.indexOf(' ');
        return space < 0 ? Instant.EPOCH.plus(REPEATED) : Instant.parse(place.substring(space + 1));
    }

    private void put(String shard, String place) {
        handled.put(shard, place);
        file.ifPresent(this::write);
    }

    private void write(Path path) {
        try {
            Files.createDirectories(path.resolveSibling(""));
            Path next = path.resolveSibling(path.getFileName() + ".next");
            Map<String, String> all = new TreeMap<>(earlier);
            all.putAll(handled);
            JSON.writeValue(next.toFile(), all);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
