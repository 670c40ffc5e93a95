package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what a key must be shown, and what it must not, at each step of a change. */
class WatchedKeyTest {

    private static final String CLINIC = "cln_one";
    private static final Instant ISSUED = Instant.parse("2026-01-05T00:00:00Z");
    private static final Instant CHANGED = ISSUED.plusSeconds(10);
    private static final Instant LATER = CHANGED.plusSeconds(10);

    private final WatchedKey narrow = new WatchedKey(false, List.of(CLINIC), ISSUED);
    private final WatchedKey wide = new WatchedKey(true, List.of(CLINIC), ISSUED);

    @Test
    void nobodyKnowsWhatItSeesDuringAChange() {
        assertThat(narrow.hasListed(CLINIC, ISSUED)).isTrue();
        narrow.isHiding(CLINIC);
        assertThat(narrow.hasListed(CLINIC, LATER)).isFalse();
        assertThat(narrow.mayNotRead(CLINIC, LATER)).isFalse();
    }

    @Test
    void hiddenClinicMustNotBeReadByWhoAsksLater() {
        narrow.hides(CLINIC, CHANGED);
        assertThat(narrow.mayNotRead(CLINIC, LATER)).isTrue();
        assertThat(narrow.mayNotRead(CLINIC, ISSUED)).isFalse();
    }

    @Test
    void shownClinicIsListedByWhatBeginsLater() {
        narrow.hides(CLINIC, ISSUED);
        narrow.isShowing(CLINIC);
        narrow.shows(CLINIC, CHANGED);
        assertThat(narrow.hasListed(CLINIC, LATER)).isTrue();
        assertThat(narrow.hasListed(CLINIC, ISSUED)).isFalse();
    }

    @Test
    void keyOfAllClinicsReadsThoseThatWereRemoved() {
        wide.hides(CLINIC, CHANGED);
        assertThat(wide.hasSeen(CLINIC, LATER)).isFalse();
        assertThat(wide.hasListed(CLINIC, LATER)).isTrue();
        assertThat(wide.mayNotRead(CLINIC, LATER)).isFalse();
    }

    @Test
    void revokedKeyReadsNothingAfterAMinute() {
        narrow.isRevoked(CHANGED);
        assertThat(narrow.mayNotRead(CLINIC, CHANGED.plusSeconds(60))).isFalse();
        assertThat(narrow.mayNotRead(CLINIC, CHANGED.plus(Duration.ofSeconds(61))))
                .isTrue();
    }
}
