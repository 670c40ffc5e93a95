package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IssuedApiKeyTest {

    private static final Instant START = Instant.parse("2026-01-05T00:00:00Z");

    private final IssuedApiKey parent = key(Optional.empty(), Optional.of(START.plusSeconds(1000)));
    private final IssuedApiKey child = key(Optional.of(parent), Optional.empty());

    private static IssuedApiKey key(Optional<IssuedApiKey> issuer, Optional<Instant> expiry) {
        return new IssuedApiKey("key_1", issuer, Set.of(), expiry, false);
    }

    @Test
    void worksUntilItExpires() {
        assertThat(parent.mustWork(START.plusSeconds(998))).isTrue();
        assertThat(parent.mustWork(START.plusSeconds(1000))).isFalse();
        assertThat(parent.mustNotWork(START.plusSeconds(1000))).isFalse();
        assertThat(parent.mustNotWork(START.plusSeconds(1002))).isTrue();
    }

    @Test
    void nobodyKnowsWhetherItWorksWhileItIsRevoked() {
        child.isBeingRevoked(false, START);
        assertThat(child.mustWork(START)).isFalse();
        assertThat(child.mustNotWork(START.plusSeconds(500))).isFalse();
        child.isRevoked(false, START.plusSeconds(10));
        assertThat(child.mustNotWork(START.plusSeconds(71))).isFalse();
        assertThat(child.mustNotWork(START.plusSeconds(72))).isTrue();
    }

    @Test
    void staysWhenTheKeyIsRevokedThatIssuedIt() {
        parent.isBeingRevoked(false, START);
        parent.isRevoked(false, START);
        assertThat(child.mustWork(START.plusSeconds(100))).isTrue();
        assertThat(child.mustBeListed(START.plusSeconds(100))).isTrue();
    }

    @Test
    void goesWithTheKeyThatIssuedItWhereThatIsAskedFor() {
        parent.isBeingRevoked(true, START);
        assertThat(child.mustWork(START)).isFalse();
        parent.isRevoked(true, START);
        assertThat(child.isSurelyRevokedBefore(START.plusSeconds(1))).isTrue();
        assertThat(child.mustNotWork(START.plusSeconds(62))).isTrue();
    }
}
