package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.event.HoldBack;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests that the template holds events back for as long as docs/decisions/feed-forwards.md has to count with. */
class FeedHoldBackTest {

    private static final Duration PUT_BEGINS = Duration.ofSeconds(5);
    private static final Duration EFFECT_AFTER_THE_CALL = Duration.ofMinutes(1);
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(30);
    private static final Duration INDEX_LAGS = Duration.ofMinutes(3);

    private final DeclaredTemplate declared = new DeclaredTemplate();

    FeedHoldBackTest() throws IOException {}

    @Test
    void noEventAppearsBelowTheHorizonThatTheTemplateSets() {
        Duration needed = PUT_BEGINS
                .plus(parameter("AwsCallTimeout"))
                .plus(EFFECT_AFTER_THE_CALL)
                .plus(CLOCKS_DIFFER);
        HoldBack holdBack = new HoldBack(parameter("FeedHoldBack"), parameter("ClinicFeedHoldBack"));

        assertThat(holdBack.account()).isGreaterThanOrEqualTo(needed);
        assertThat(holdBack.clinics()).isGreaterThanOrEqualTo(needed.plus(INDEX_LAGS));
    }

    private Duration parameter(String name) {
        return Duration.parse(declared.at("/Parameters/" + name + "/Default").asText());
    }
}
