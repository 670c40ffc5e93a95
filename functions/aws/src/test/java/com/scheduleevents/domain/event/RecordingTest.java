package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.ServiceUnavailable;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.testkit.memory.PlainIds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordingTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Optional<IdempotencyKey> KEY = Optional.of(new IdempotencyKey("chg_1"));
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");

    private final TestWiring aws = TestWiring.create();
    private final EventStore events = aws.events();
    private final IdempotencyStore idempotency = aws.idempotency();

    @Test
    void requestsWithoutAKeyRecordOneEventEach() {
        Recorded first = at(NOW, events).record(ACCOUNT, draft("prv_1"), Optional.empty());
        Recorded second = at(NOW, events).record(ACCOUNT, draft("prv_1"), Optional.empty());
        assertThat(first.event().id()).isNotEqualTo(second.event().id());
        assertThat(first.event().json())
                .startsWith("{\"id\":\"" + first.event().id().value() + "\",\"type\":")
                .endsWith(",\"created_at\":\"2026-11-20T14:02:11.337Z\"}");
        assertThat(List.of(first.repeat(), second.repeat())).containsOnly(false);
    }

    @Test
    void repeatReturnsTheFirstEvent() {
        Recorded first = at(NOW, events).record(ACCOUNT, draft("prv_1"), KEY);
        Recorded repeat = at(NOW.plusSeconds(9), events).record(ACCOUNT, draft("prv_1"), KEY);
        assertThat(first.repeat()).isFalse();
        assertThat(repeat).isEqualTo(new Recorded(first.event(), true));
        assertThat(aws.eventCount()).isEqualTo(1);
    }

    @Test
    void sameKeyForAnotherChangeIsAConflict() {
        at(NOW, events).record(ACCOUNT, draft("prv_1"), KEY);
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> at(NOW, events).record(ACCOUNT, draft("prv_2"), KEY))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED));
        assertThat(aws.eventCount()).isEqualTo(1);
    }

    @Test
    void keysOfDifferentAccountsAreIndependent() {
        at(NOW, events).record(ACCOUNT, draft("prv_1"), KEY);
        assertThat(at(NOW, events)
                        .record(new AccountId("acc_2"), draft("prv_2"), KEY)
                        .repeat())
                .isFalse();
    }

    @Test
    void keyCanBeReusedInTheSecondAfterItsEventExpired() {
        at(NOW, events).record(ACCOUNT, draft("prv_1"), KEY);
        assertThat(at(NOW.plus(RETENTION).plusSeconds(1), events)
                        .record(ACCOUNT, draft("prv_2"), KEY)
                        .repeat())
                .isFalse();
    }

    @Test
    void crashBetweenTheTwoWritesLosesNothing() {
        AtomicReference<EventId> minted = new AtomicReference<>();
        assertThatThrownBy(() -> at(NOW, new CrashingEvents(minted)).record(ACCOUNT, draft("prv_1"), KEY))
                .isInstanceOf(IllegalStateException.class);
        Recorded again = at(NOW.plusSeconds(60), events).record(ACCOUNT, draft("prv_1"), KEY);
        assertThat(again.event().json()).contains("\"created_at\":\"2026-11-20T14:03:11.337Z\"");
        assertThat(events.find(ACCOUNT, again.event().id())).contains(again.event());
        assertThat(events.putIfAbsent(ACCOUNT, draft("prv_1").as(minted.get()), NOW.plus(RETENTION)))
                .as("the first put, should it take effect now")
                .isEmpty();
        assertThat(at(NOW.plusSeconds(61), events).record(ACCOUNT, draft("prv_1"), KEY))
                .isEqualTo(again);
    }

    @Test
    void idThatIsReplacedAgainAndAgainIsGivenUp() {
        Clock slow = new Clock() {
            private Instant now = NOW;

            @Override
            public Instant instant() {
                now = now.plusSeconds(6);
                return now;
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        Recording recording = new Recording(events, idempotency, PlainIds.of(new SecureRandom()), slow, RETENTION);
        assertThatThrownBy(() -> recording.record(ACCOUNT, draft("prv_1"), KEY)).isInstanceOf(ServiceUnavailable.class);
        assertThat(aws.eventCount()).isZero();
    }

    @Test
    void twentyConcurrentRepeatsRecordOneEvent() throws Exception {
        List<Callable<Recorded>> repeats = IntStream.range(0, 20)
                .<Callable<Recorded>>mapToObj(
                        i -> () -> at(NOW.plusMillis(i), events).record(ACCOUNT, draft("prv_1"), KEY))
                .toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Recorded> results =
                    threads.invokeAll(repeats).stream().map(Future::resultNow).toList();
            assertThat(results.stream().map(Recorded::event).distinct()).hasSize(1);
            assertThat(results.stream().filter(result -> !result.repeat())).hasSize(1);
        }
        assertThat(aws.eventCount()).isEqualTo(1);
    }

    private Recording at(Instant now, EventStore store) {
        return new Recording(
                store, idempotency, PlainIds.of(new SecureRandom()), Clock.fixed(now, ZoneOffset.UTC), RETENTION);
    }

    private static EventDraft draft(String provider) {
        ObjectNode sent = new ObjectMapper()
                .createObjectNode()
                .put("type", "appointment.completed")
                .put("clinic_id", "cln_harbour")
                .put("appointment_id", "apt_8f1c")
                .put("provider_id", provider)
                .put("starts_at", "2026-11-21T09:30:00Z")
                .put("duration_minutes", 30);
        return EventTypeRegistry.fromClassPath().read(sent);
    }

    /** Fails at its first put, after it has seen the event. */
    private record CrashingEvents(AtomicReference<EventId> seen) implements EventStore {

        @Override
        public Optional<Event> putIfAbsent(AccountId account, Event event, Instant expiresAt) {
            seen.set(event.id());
            throw new IllegalStateException("the process died");
        }

        @Override
        public Optional<Event> putVoid(AccountId account, EventId id, Instant expiresAt) {
            return Optional.empty();
        }

        @Override
        public Optional<Event> find(AccountId account, EventId id) {
            return Optional.empty();
        }

        @Override
        public Slice newestFirst(Feed feed, EventRange range, int max) {
            return new Slice(List.of(), true);
        }

        @Override
        public Slice oldestFirst(Feed feed, EventRange range, int max) {
            return new Slice(List.of(), true);
        }
    }
}
