package com.scheduleevents.aws.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.crac.Core;
import com.amazonaws.services.lambda.crac.RestoreException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Told of a restore by the list of Lambda's own runtime client, as on Lambda. */
class RestoreSafeRandomTest {

    @Test
    @SuppressWarnings("NullAway") // the runtime client itself passes no context
    void whatWasDrawnUponBeforeTheSnapshotIsNotDrawnUponAfterIt() throws RestoreException {
        AtomicLong seed = new AtomicLong();
        RestoreSafeRandom random = RestoreSafeRandom.drawingUpon(() -> new Random(seed.incrementAndGet()));
        assertThat(drawn(random)).isEqualTo(drawn(new Random(1)));

        System.gc();
        Core.getGlobalContext().afterRestore(null);

        assertThat(drawn(random)).isEqualTo(drawn(new Random(2)));
    }

    @Test
    void noTwoOfTheSystemAreAlike() {
        assertThat(drawn(RestoreSafeRandom.create())).isNotEqualTo(drawn(RestoreSafeRandom.create()));
    }

    private static List<Long> drawn(RandomGenerator random) {
        byte[] bytes = new byte[2];
        random.nextBytes(bytes);
        return List.of(random.nextLong(), (long) bytes[0], (long) bytes[1]);
    }
}
