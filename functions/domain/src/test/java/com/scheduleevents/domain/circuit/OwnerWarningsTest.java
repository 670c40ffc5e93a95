package com.scheduleevents.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which failures and recoveries the owner of a webhook is told of. */
final class OwnerWarningsTest extends CircuitBreakerFixture {

    @ParameterizedTest(name = "failing for {0}, warned {1}: {2}")
    @CsvSource({"PT59M59S, false, false", "PT1H, false, true", "PT23H, false, true", "PT1H, true, false"})
    void ownerIsWarnedOnceAnEpisode(Duration failingFor, boolean warned, boolean warns) {
        Health row = warned ? warned(failing) : failing;
        Instant lease = row.probeAt().orElseThrow();

        HealthChange look =
                RULES.drain().afterLook(row, lease, false, T.plus(failingFor)).orElseThrow();

        assertThat(look.mail()).isEqualTo(warns ? Optional.of(DueMail.warning(T)) : Optional.empty());
        assertThat(look.health().isWarned()).isEqualTo(warned || warns);
        // The next look is due when the owner has to be warned.
        assertThat(look.health().probeAt()).isEqualTo(warned || warns ? Optional.empty() : Optional.of(T.plus(HOUR)));
    }

    @Test
    void ownerWhoWasWarnedIsToldThatItIsOver() {
        assertThat(RULES.afterSuccess(warned(failing), FAST, T.plus(HOUR)).flatMap(HealthChange::mail))
                .contains(DueMail.recovered(T));
        assertThat(RULES.afterSuccess(failing, FAST, T.plus(HOUR)).flatMap(HealthChange::mail))
                .isEmpty();
    }

    @ParameterizedTest(name = "failed for {0}, others accepted {1}, warned {2}, told of another {3} ago, more {4}: {5}")
    @CsvSource({
        "PT1H51M, true,  false, ,         true,  true",
        "PT1H,    true,  false, ,         true,  true",
        "PT59M,   true,  false, ,         true,  false",
        "PT1H51M, true,  false, ,         false, false",
        "PT1H51M, false, false, ,         true,  false",
        "PT1H51M, true,  true,  ,         true,  false",
        "PT1H51M, true,  false, PT6H,     true,  false",
        "PT1H51M, true,  false, PT6H0.1S, true,  true",
    })
    void ownerIsToldOfAnEventThatIsRejectedWhileOthersAreAccepted(
            Duration failedFor,
            boolean othersAccepted,
            boolean warned,
            @Nullable Duration toldAgo,
            boolean more,
            boolean told) {
        Instant now = T.plus(failedFor);
        Health row = othersAccepted ? failed(succeeded(failing, T.plusSeconds(2)), T.plusSeconds(10)) : failing;
        row = warned ? warned(row) : row;
        row = toldAgo == null ? row : row.with(rejected(OTHER, now.minus(toldAgo)));

        HealthChange change =
                RULES.afterFailure(row, rejected(EVENT, now), now, more, FAST).orElseThrow();

        assertThat(change.mail()).isEqualTo(told ? Optional.of(DueMail.refused(now)) : Optional.empty());
        if (told) {
            assertThat(change.health().rejectedEvent()).contains(rejected(EVENT, now));
            // Of the same event never twice, however late; of another one not so soon.
            Health after = change.health();
            assertThat(RULES.afterFailure(after, rejected(EVENT, now.plus(HOUR.multipliedBy(20))), now, true, FAST)
                            .flatMap(HealthChange::mail))
                    .isEmpty();
            assertThat(RULES.afterFailure(after, rejected(OTHER, now.plusSeconds(1)), now, true, FAST)
                            .flatMap(HealthChange::mail))
                    .isEmpty();
        }
    }
}
