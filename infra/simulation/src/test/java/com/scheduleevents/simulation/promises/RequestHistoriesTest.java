package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.simulation.SimulatedWorld;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RequestHistoriesTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    private final Ledger ledger = new Ledger(SimulatedWorld.of(1).build(), Duration.ofDays(90));
    private final RequestHistories histories = ledger.histories();

    private void answered(int second, String request, int status, String error, String outcome) {
        histories.answered(
                "key", new RequestHistories.Keyed(request, at(second), at(second + 1), status, error, outcome, ""));
    }

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }

    private void expect(Promise... broken) {
        histories.check();
        assertThat(ledger.broken()).extracting(BrokenPromise::promise).containsExactly(broken);
    }

    @Test
    void repeatMayFailAndMustShowWhatTheFirstMade() {
        answered(0, "a", 201, "", "evt_1");
        answered(2, "a", 503, "unavailable", "");
        answered(4, "a", 200, "", "evt_1");
        answered(6, "b", 409, "idempotency_key_reused", "");
        expect();
    }

    @Test
    void repeatMustNotMakeAnother() {
        answered(0, "a", 201, "", "evt_1");
        answered(2, "a", 201, "", "evt_2");
        expect(Promise.REPEAT_CHANGES_NOTHING);
    }

    @Test
    void anotherRequestMustBeRefused() {
        answered(0, "a", 201, "", "evt_1");
        answered(2, "b", 200, "", "evt_1");
        expect(Promise.REPEAT_CHANGES_NOTHING);
    }

    @Test
    void repeatMustNotBeTakenForAnotherRequest() {
        answered(0, "a", 201, "", "evt_1");
        answered(2, "a", 409, "idempotency_key_reused", "");
        expect(Promise.REPEAT_CHANGES_NOTHING);
    }

    @Test
    void oneOfTwoRequestsAtOnceMayBeRefused() {
        answered(0, "a", 409, "idempotency_key_reused", "");
        answered(0, "b", 201, "", "evt_1");
        expect();
    }

    @Test
    void twoChangesUnderOneTagMustNotSucceed() {
        histories.changed("whk_1", 1, 2, "a", at(0), at(1));
        histories.changed("whk_1", 1, 3, "b", at(0), at(1));
        expect(Promise.NO_CHANGE_IS_OVERWRITTEN);
    }

    @Test
    void laterReaderMustNotSeeAnOlderVersion() {
        histories.read("whk_1", 2, "b", at(0), at(1));
        histories.read("whk_1", 1, "a", at(2), at(3));
        expect(Promise.NO_CHANGE_IS_OVERWRITTEN);
    }

    @Test
    void refusedChangeMustNotBeSeen() {
        histories.refused("whk_1", "a", at(1));
        histories.read("whk_1", 2, "a", at(2), at(3));
        expect(Promise.NO_CHANGE_IS_OVERWRITTEN);
    }

    @Test
    void refusedChangeMayHaveBeenOverwrittenBeforeItsRefusal() {
        histories.refused("whk_1", "a", at(5));
        histories.read("whk_1", 2, "a", at(1), at(2));
        histories.changed("whk_1", 2, 3, "b", at(3), at(4));
        expect();
    }

    @Test
    void changesOneAfterTheOtherAreInOrder() {
        histories.read("whk_1", 1, "a", at(0), at(1));
        histories.changed("whk_1", 1, 2, "b", at(2), at(3));
        histories.read("whk_1", 2, "b", at(2), at(4));
        histories.changed("whk_1", 2, 3, "c", at(5), at(6));
        expect();
    }
}
