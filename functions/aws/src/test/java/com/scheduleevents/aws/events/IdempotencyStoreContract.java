package com.scheduleevents.aws.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of {@link IdempotencyStore}. */
abstract class IdempotencyStoreContract {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(90));
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port, which has no keys of new accounts. */
    protected abstract IdempotencyStore keys();

    @Test
    void claimTakesAKeyOnceUntilItExpires() {
        IdempotencyKey key = new IdempotencyKey("chg#1 with space");
        Claim first = new Claim("abc", EventId.mint(NOW, RANDOM), LATER.plusMillis(663));
        Claim second = new Claim("abc", EventId.mint(NOW, RANDOM), LATER.plusSeconds(9));
        assertThat(keys().claim(account, key, first, NOW)).isEmpty();
        assertThat(keys().claim(account, key, second, NOW.plusSeconds(1))).contains(first);
        assertThat(keys().claim(new AccountId("acc_other" + account.value()), key, second, NOW))
                .isEmpty();
        assertThat(keys().claim(account, key, second, first.expiresAt().plusSeconds(1)))
                .isEmpty();
        assertThat(keys().claim(account, key, first, NOW)).map(Claim::event).contains(second.event());
    }

    @Test
    void replaceChangesTheIdThatAKeyStandsForOnce() {
        IdempotencyKey key = new IdempotencyKey("replaced");
        Instant end = LATER.truncatedTo(ChronoUnit.SECONDS);
        Claim first = claim(end);
        Claim second = claim(end.plusSeconds(60));
        Claim third = claim(end.plusSeconds(61));
        assertThat(keys().replace(account, key, first.event(), second)).isEmpty();
        keys().claim(account, key, first, NOW);

        assertThat(keys().replace(account, key, first.event(), second)).contains(second);
        assertThat(keys().replace(account, key, first.event(), second))
                .as("a repeat")
                .contains(second);
        assertThat(keys().replace(account, key, first.event(), third))
                .as("somebody else")
                .contains(second);
        assertThat(keys().claim(account, key, third, NOW)).contains(second);
        assertThat(keys().claim(account, key, third, end.plusSeconds(59))).contains(second);
    }

    private static Claim claim(Instant expiresAt) {
        return new Claim("abc", EventId.mint(NOW, RANDOM), expiresAt);
    }
}
