package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.event.IdempotencyStore;
import com.scheduleevents.domain.event.IdempotencyStore.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What every {@link IdempotencyStore} does. */
public abstract class IdempotencyStoreContract {

    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final Instant LATER = NOW.plus(Duration.ofDays(90));
    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port, with no keys of new accounts. */
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
}
