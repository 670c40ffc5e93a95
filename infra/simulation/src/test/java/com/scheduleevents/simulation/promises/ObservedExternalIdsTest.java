package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.ObservedExternalIds.Attempt;
import com.scheduleevents.simulation.promises.ObservedExternalIds.Holding;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObservedExternalIdsTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    private final Ledger ledger = new Ledger(SimulatedWorld.of(1).build(), Duration.ofDays(90));
    private final ObservedExternalIds ids = ledger.externalIds();

    private static Attempt at(int second) {
        return new Attempt(START.plusSeconds(second), START.plusSeconds(second + 1));
    }

    private static void isDeleted(Holding webhook, int second) {
        webhook.mayEnd(at(second).asked());
        webhook.ends(at(second).answered());
    }

    private void expect(Promise... broken) {
        ids.check();
        assertThat(ledger.broken()).extracting(BrokenPromise::promise).containsExactly(broken);
    }

    @Test
    void oneAfterTheOtherMayHaveIt() {
        isDeleted(ids.given("a", "whk_1", at(0)), 10);
        ids.given("a", "whk_2", at(10));
        ids.taken("a", at(5));
        ids.looked("a", at(10), Optional.empty());
        ids.looked("a", at(20), Optional.of("whk_2"));
        expect();
    }

    @Test
    void twoAtATimeMustNot() {
        ids.given("a", "whk_1", at(0));
        ids.given("a", "whk_2", at(0));
        expect(Promise.EXTERNAL_ID_IS_UNIQUE);
    }

    @Test
    void whoeverHasItMustBeFound() {
        ids.given("a", "whk_1", at(0));
        ids.looked("a", at(2), Optional.empty());
        expect(Promise.EXTERNAL_ID_IS_UNIQUE);
    }

    @Test
    void whoeverHasLostItMustNotBeFound() {
        isDeleted(ids.given("a", "whk_1", at(0)), 10);
        ids.looked("a", at(12), Optional.of("whk_1"));
        expect(Promise.EXTERNAL_ID_IS_UNIQUE);
    }

    @Test
    void whatIsFreeMustNotBeRefused() {
        isDeleted(ids.given("a", "whk_1", at(0)), 10);
        ids.taken("a", at(12));
        expect(Promise.EXTERNAL_ID_IS_UNIQUE);
    }

    @Test
    void whatWasRefusedMayHaveItsEffectLater() {
        ids.taken("a", at(12));
        ids.found("a", "whk_1", at(13).answered());
        isDeleted(ids.doubted("b", "whk_2", at(0).asked()), 10);
        ids.taken("b", at(5));
        expect();
    }
}
