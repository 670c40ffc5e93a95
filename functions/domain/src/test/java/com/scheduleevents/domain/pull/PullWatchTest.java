package com.scheduleevents.domain.pull;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PullWatchTest {

    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    private static final PullWatch WATCH = new PullWatch(Duration.ofHours(24));
    private static final Health NEVER = Health.UNKNOWN.withCircuit(new Circuit.Pulled(Optional.empty()), T);

    @Test
    void firstPullIsWrittenAndFurtherOnesOncePerHour() {
        Health pulled = WATCH.afterPull(NEVER, T).orElseThrow().health();

        assertThat(pulled.circuit()).isEqualTo(new Circuit.Pulled(Optional.of(T)));
        assertThat(pulled.dueAt()).isEqualTo(NEVER.dueAt());
        assertThat(WATCH.afterPull(pulled, T.plus(Duration.ofMinutes(59)))).isEmpty();
        assertThat(WATCH.afterPull(pulled, T.plus(Duration.ofHours(1)))).hasValueSatisfying(change -> {
            assertThat(change.rule()).isEqualTo(Rule.PULLED);
            assertThat(change.mails()).isEmpty();
        });
    }

    @Test
    void nothingIsWrittenForAWebhookThatIsNotPulled() {
        assertThat(WATCH.afterPull(Health.UNKNOWN, T)).isEmpty();
    }
}
