package com.scheduleevents.domain.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
        Instant lease = row.dueAt().orElseThrow();

        HealthChange look =
                RULES.drain().afterLook(row, lease, false, T.plus(failingFor)).orElseThrow();

        assertThat(look.mails()).isEqualTo(warns ? Set.of(DueMail.warning(T)) : Set.of());
        assertThat(look.health().isWarned()).isEqualTo(warned || warns);
        if (warns) {
            assertThat(look.health().failures().warnedAt()).contains(T.plus(failingFor));
        }
        // The next look is due when the owner has to be warned.
        assertThat(look.health().dueAt()).isEqualTo(warned || warns ? Optional.empty() : Optional.of(T.plus(HOUR)));
    }

    @Test
    void ownerWhoWasWarnedIsToldThatItIsOver() {
        Observation success = success(T.plus(HOUR));
        assertThat(mails(RULES.afterAttempt(warned(failing), success))).containsExactly(DueMail.recovered(T));
        assertThat(mails(RULES.afterAttempt(failing, success))).isEmpty();
    }

    /** A failed attempt speaks for the receiver until the next one is overdue, and not while the service makes none. */
    @ParameterizedTest(name = "next attempt after {0}: {1}")
    @CsvSource({"PT10S, false", "PT49M59.999S, false", "PT50M, true", "PT2H, true"})
    void ownerIsNotWarnedWhereAttemptsThatWereDueHaveNotBeenMade(Duration next, boolean warns) {
        Health row = RULES.afterAttempt(Health.UNKNOWN, failure(T, T.plus(next)))
                .orElseThrow()
                .health();

        HealthChange look = look(row, T.plus(HOUR));

        assertThat(look.mails()).isEqualTo(warns ? Set.of(DueMail.warning(T)) : Set.of());
        assertThat(look.health().dueAt()).isEmpty();
    }

    @Test
    void timeInWhichNoAttemptWasMadeDoesNotCount() {
        Instant back = T.plus(HOUR.multipliedBy(6));
        Health before = RULES.afterAttempt(Health.UNKNOWN, failure(T, T.plusSeconds(10)))
                .orElseThrow()
                .health();
        Observation failure = failure(back, back.plus(HOUR));

        for (Health row : List.of(before, look(before, T.plus(HOUR)).health())) {
            Health after = RULES.afterAttempt(row, failure).orElseThrow().health();
            assertThat(after.failingSince()).contains(back);
            assertThat(after.failures().count()).isEqualTo(1);
            assertThat(after.failures().score()).isEqualTo(2);
            Health due = look(after, back.plus(HOUR).minusMillis(1)).health();
            assertThat(due.dueAt()).contains(back.plus(HOUR));
            assertThat(look(due, back.plus(HOUR)).mails()).containsExactly(DueMail.warning(back));
        }
        // Who was warned is not warned again, and is told when it is over.
        assertThat(RULES.afterAttempt(warned(before), failure)
                        .orElseThrow()
                        .health()
                        .failingSince())
                .contains(T);
    }

    private static HealthChange look(Health row, Instant now) {
        return RULES.drain()
                .afterLook(row, row.dueAt().orElseThrow(), false, now)
                .orElseThrow();
    }

    private static Set<DueMail> mails(Optional<HealthChange> change) {
        return change.map(HealthChange::mails).orElse(Set.of());
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

        Optional<Instant> next = Optional.of(now.plus(HOUR)).filter(_ -> more);
        HealthChange change =
                RULES.afterAttempt(row, failure(EVENT, T, 6, now, next)).orElseThrow();

        assertThat(change.mails()).isEqualTo(told ? Set.of(DueMail.refused(now)) : Set.of());
        if (told) {
            assertThat(change.health().rejectedEvent()).contains(rejected(EVENT, now));
            // Of the same event never twice, however late; of another one not so soon.
            Health after = change.health();
            Instant late = now.plus(HOUR.multipliedBy(20));
            assertThat(mails(RULES.afterAttempt(after, failure(EVENT, T, 7, late, Optional.of(late)))))
                    .isEmpty();
            Instant soon = now.plusSeconds(1);
            assertThat(mails(RULES.afterAttempt(after, failure(OTHER, T, 6, soon, Optional.of(late)))))
                    .isEmpty();
        }
    }
}
