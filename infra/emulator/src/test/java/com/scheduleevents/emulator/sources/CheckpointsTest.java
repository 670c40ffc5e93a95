package com.scheduleevents.emulator.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {

    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");

    @TempDir
    private Path directory;

    @Test
    void cleanStopGoesOnWhereItWas() throws IOException {
        Checkpoints before = open();
        before.handled("ended", "000", NOON);
        before.atEnd("ended");
        before.handled("read", "001", NOON);
        before.stopped();

        Checkpoints after = open();
        assertThat(after.last("read")).hasValue("001");
        assertThat(after.isAtEnd("ended")).isTrue();
        assertThat(after.handledUntil("read")).isEqualTo(Instant.EPOCH);
    }

    @Test
    void crashRepeatsTenMinutesOfEachShard() throws IOException {
        Checkpoints before = open();
        before.handled("ended", "000", NOON.minusSeconds(60));
        before.atEnd("ended");
        before.handled("read", "001", NOON);

        Checkpoints after = open();
        assertThat(after.isEmpty()).isFalse();
        assertThat(after.last("read")).isEmpty();
        assertThat(after.isAtEnd("ended")).isFalse();
        assertThat(after.handledUntil("read")).isEqualTo(NOON.minusSeconds(600));
        assertThat(after.handledUntil("ended")).isEqualTo(NOON.minusSeconds(660));
        assertThat(after.handledUntil("unknown")).isEqualTo(Instant.EPOCH);
    }

    @Test
    void secondCrashWhileRecordsAreRepeatedLosesNothing() throws IOException {
        Checkpoints first = open();
        first.handled("a", "009", NOON);
        first.handled("b", "009", NOON);
        Checkpoints second = open();
        second.handled("a", "001", NOON.minusSeconds(600));

        Checkpoints third = open();
        assertThat(third.handledUntil("a")).isEqualTo(NOON.minusSeconds(1200));
        assertThat(third.handledUntil("b")).isEqualTo(NOON.minusSeconds(600));
    }

    /** A second stop without a clean one in between must not find the mark of an earlier one. */
    @Test
    void markOfACleanStopCountsOnce() throws IOException {
        Checkpoints first = open();
        first.handled("a", "001", NOON);
        first.stopped();
        open();

        assertThat(open().last("a")).isEmpty();
    }

    @Test
    void fileWithoutTimesIsReadFromItsBeginning() throws IOException {
        Files.writeString(directory.resolve("source.json"), "{\"a\":\"001\",\"b\":\"end\"}");

        assertThat(open().handledUntil("a")).isEqualTo(Instant.EPOCH);
        assertThat(open().handledUntil("b")).isEqualTo(Instant.EPOCH);
    }

    private Checkpoints open() throws IOException {
        return Checkpoints.open(Optional.of(directory.resolve("source.json")));
    }
}
