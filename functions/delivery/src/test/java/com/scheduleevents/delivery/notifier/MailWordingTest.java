package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests how values are written in e-mails. */
final class MailWordingTest {

    @ParameterizedTest
    @EnumSource(value = OutcomeClass.class, mode = EnumSource.Mode.EXCLUDE, names = "SUCCEEDED")
    void namesAndExplainsEveryFailure(OutcomeClass outcome) {
        String words = new MailWording(Duration.ofSeconds(5)).failure(new LastFailure(outcome, OptionalInt.empty()));
        assertThat(words).startsWith(outcome.wireName() + ": ").hasSizeGreaterThan(20);
        assertThat(new MailWording(Duration.ofSeconds(5))
                        .failure(new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty())))
                .isEqualTo("timeout: there was no response within 5 seconds");
    }

    @ParameterizedTest
    @CsvSource({
        "P90D, 90 days",
        "PT24H, 24 hours",
        "PT48H, 2 days",
        "PT1H, 1 hour",
        "PT60S, 1 minute",
        "PT90S, 90 seconds",
        "PT0.5S, 500 milliseconds"
    })
    void writesDurationsInTheLargestWholeUnit(Duration time, String words) {
        assertThat(MailWording.duration(time)).isEqualTo(words);
    }
}
