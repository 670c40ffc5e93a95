package com.scheduleevents.aws.rates;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.domain.rate.RateLimit;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.rate.SharedTokens.Taken;
import com.scheduleevents.domain.rate.TokenBucket;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of {@link SharedTokens}. */
abstract class SharedTokensContract {

    /** The present, because rows expire. */
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);

    private final TokenBucket unknown = TokenBucket.full(now);

    private final String id = Long.toHexString(new Random().nextLong());
    private final RateLimit account = RateLimit.of(new AccountId("acc_" + id), new Rate(20));

    /** The port, which has no buckets of new accounts. */
    protected abstract SharedTokens tokens();

    @Test
    void takeIsGrantedWhileTheRequiredTokensAreThere() {
        Taken first = tokens().take(account, 25, 20, unknown, now);
        assertThat(first.granted()).isTrue();
        assertThat(first.bucket().tokens(account.rate(), now)).isEqualTo(15);

        Taken refused = tokens().take(account, 20, 16, first.bucket(), now);
        assertThat(refused).isEqualTo(new Taken(false, first.bucket()));

        Taken owing = tokens().take(account, 20, 15, first.bucket(), now);
        assertThat(owing.granted()).isTrue();
        assertThat(owing.bucket().tokens(account.rate(), now)).isEqualTo(-5);
        assertThat(tokens().take(account, 1, 1, owing.bucket(), now.plusMillis(299)))
                .isEqualTo(new Taken(false, owing.bucket()));
        assertThat(tokens().take(account, 1, 1, owing.bucket(), now.plusMillis(300))
                        .granted())
                .isTrue();
    }

    @Test
    void takeIsRightWhateverTheEnvironmentHasSeen() {
        TokenBucket busy = new TokenBucket(now.plusSeconds(9));
        assertThat(tokens().take(account, 10, 10, busy, now).bucket().tokens(account.rate(), now))
                .isEqualTo(30);
        Taken other = tokens().take(account, 10, 10, unknown, now);
        assertThat(other.bucket().tokens(account.rate(), now)).isEqualTo(20);
        assertThat(tokens().take(account, 21, 21, unknown, now)).isEqualTo(new Taken(false, other.bucket()));
        assertThat(tokens().take(account, 40, 40, busy, now.plusSeconds(1)).granted())
                .isTrue();
    }

    @Test
    void takeOfWhatIsNotRequiredIsAlwaysGranted() {
        tokens().take(account, 40, 40, unknown, now);
        Taken charged = tokens().take(account, 400, SharedTokens.NONE_REQUIRED, unknown, now);
        assertThat(charged.granted()).isTrue();
        assertThat(charged.bucket().tokens(account.rate(), now)).isEqualTo(-400);
    }

    @Test
    void keysAndAccountsHaveBucketsOfTheirOwn() {
        RateLimit key = RateLimit.of(new ApiKeyId("key_" + id), new Rate(1));
        tokens().take(account, 40, 40, unknown, now);
        assertThat(tokens().take(key, 2, 2, unknown, now).granted()).isTrue();
        assertThat(tokens().take(key, 1, 1, unknown, now).granted()).isFalse();
    }
}
