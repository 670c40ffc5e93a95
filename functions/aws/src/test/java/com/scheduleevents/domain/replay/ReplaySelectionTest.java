package com.scheduleevents.domain.replay;

import static com.scheduleevents.domain.replay.ReplaySamples.NOW;
import static com.scheduleevents.domain.replay.ReplaySamples.RETENTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.delivery.DeliveryStatus;
import com.scheduleevents.domain.delivery.LoggedDelivery;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplaySelectionTest {

    private static final Event EVENT = ReplaySamples.event(NOW.minusSeconds(60), "offer.created", "cln_1");

    @ParameterizedTest
    @CsvSource({
        "2026-11-20T13:59:59.999Z, ''",
        "2026-08-22T14:00:00Z, ''",
        "2026-11-20T13:00:00Z, 2026-11-20T13:00:00.000000001Z",
        "2026-11-20T13:00:00Z, 2026-11-20T14:00:00Z",
    })
    void acceptsARangeInThePast(String since, String until) {
        assertThatNoException().isThrownBy(() -> check(since, until));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-20T14:00:00Z, '', since",
        "2026-11-20T14:00:01Z, '', since",
        "2026-08-22T13:59:59.999Z, '', since",
        "2026-11-20T13:00:00Z, 2026-11-20T13:00:00Z, until",
        "2026-11-20T13:00:00Z, 2026-11-20T12:00:00Z, until",
        "2026-11-20T13:00:00Z, 2026-11-20T14:00:00.000000001Z, until",
    })
    void anyOtherIsRefused(String since, String until, String param) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> check(since, until))
                .satisfies(refused -> {
                    assertThat(refused.param()).isEqualTo(param);
                    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_FIELD);
                });
    }

    private static void check(String since, String until) {
        Instant begin = Instant.parse(since);
        ReplaySelection.requireSince(begin, NOW, RETENTION);
        Optional.of(until).filter(text -> !text.isEmpty()).map(Instant::parse).ifPresent(end -> {
            ReplaySelection.requireUntil(end, NOW);
            ReplaySelection.requireRange(begin, end);
        });
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // status in the log (- is nothing): no filter, missed, pending, succeeded, failed, dismissed
                "-, true, true, false, false, false, false",
                "PENDING, true, true, true, false, false, false",
                "SUCCEEDED, true, false, false, true, false, false",
                "FAILED, true, true, false, false, true, false",
                "DISMISSED, true, false, false, false, false, true",
            })
    void filterSelectsByTheStatusInTheLog(
            DeliveryStatus status,
            boolean all,
            boolean missed,
            boolean pending,
            boolean succeeded,
            boolean failed,
            boolean dismissed) {
        Optional<LoggedDelivery> logged = Optional.ofNullable(status)
                .map(is -> ReplaySamples.logged(EVENT.id(), 1, is, Optional.of(NOW.minusSeconds(50))));
        assertThat(wants(Optional.empty(), logged)).isEqualTo(all);
        assertThat(wants(Optional.of(ReplayFilter.MISSED), logged)).isEqualTo(missed);
        assertThat(wants(Optional.of(ReplayFilter.PENDING), logged)).isEqualTo(pending);
        assertThat(wants(Optional.of(ReplayFilter.SUCCEEDED), logged)).isEqualTo(succeeded);
        assertThat(wants(Optional.of(ReplayFilter.FAILED), logged)).isEqualTo(failed);
        assertThat(wants(Optional.of(ReplayFilter.DISMISSED), logged)).isEqualTo(dismissed);
    }

    @Test
    void excludesEventsAttemptedSinceTheRequest() {
        for (DeliveryStatus status : DeliveryStatus.values()) {
            assertThat(wants(
                            Optional.empty(),
                            Optional.of(ReplaySamples.logged(EVENT.id(), 2, status, Optional.of(NOW)))))
                    .as(status.wireName())
                    .isFalse();
        }
        assertThat(wants(
                        Optional.empty(),
                        Optional.of(ReplaySamples.logged(EVENT.id(), 2, DeliveryStatus.PENDING, Optional.empty()))))
                .isTrue();
    }

    @Test
    void includesOnlyEventsThatTheWebhookMatchesNow() {
        Clinics all = new Clinics.All();
        assertThat(wants(ReplaySamples.webhook(all, Optional.empty(), "offer.expired")))
                .isFalse();
        assertThat(wants(ReplaySamples.webhook(all, Optional.of(new ClinicId("cln_2")), "*")))
                .isFalse();
        assertThat(wants(ReplaySamples.webhook(
                        new Clinics.Listed(Set.of(new ClinicId("cln_2"))), Optional.empty(), "*")))
                .isFalse();
        assertThat(wants(ReplaySamples.webhook(all, Optional.of(new ClinicId("cln_1")), "offer.created")))
                .isTrue();
    }

    private static boolean wants(Optional<ReplayFilter> filter, Optional<LoggedDelivery> logged) {
        return new ReplaySelection(NOW.minusSeconds(90), NOW, filter)
                .wants(EVENT, ReplaySamples.webhook(), logged, NOW);
    }

    private static boolean wants(Webhook webhook) {
        return new ReplaySelection(NOW.minusSeconds(90), NOW, Optional.empty())
                .wants(EVENT, webhook, Optional.empty(), NOW);
    }
}
