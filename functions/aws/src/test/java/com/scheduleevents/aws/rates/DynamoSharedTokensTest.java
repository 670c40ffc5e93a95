package com.scheduleevents.aws.rates;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.rate.LeasedTokens;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.domain.rate.RateLimit;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.rate.TokenBucket;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoSharedTokensTest extends SharedTokensContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final String TABLE = "RequestRatesTable";

    /** The present, because rows expire. */
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @Override
    protected SharedTokens tokens() {
        return new DynamoSharedTokens(TABLES.dynamoDb(), TABLES.named(TABLE));
    }

    @Nested
    final class Simulated extends SharedTokensContract {

        private final SharedTokens simulated = TestWiring.create().sharedTokens();

        @Override
        protected SharedTokens tokens() {
            return simulated;
        }
    }

    @Test
    void leaseThatTheEnvironmentForeseesIsOneCall() {
        List<String> calls = new ArrayList<>();
        SharedTokens tokens = new DynamoSharedTokens(TABLES.watched(calls::add), TABLES.named(TABLE));
        LeasedTokens lease = new LeasedTokens(limit(100), tokens, now);
        for (int i = 0; i < 200; i++) {
            assertThat(lease.pay(1, now)).isZero();
        }
        // The first twenty cost no call, and the last lease is of all thirty that are left.
        assertThat(calls).hasSize(7).containsOnly("UpdateItem");
        assertThat(lease.pay(1, now)).isEqualTo(Duration.ofMillis(250));
        assertThat(calls).hasSize(7);
    }

    @Test
    void rowExpiresOnlyWhenTheBucketHasLongBeenFull() {
        RateLimit limit = limit(1);
        TokenBucket debt = tokens().take(limit, 3600, SharedTokens.NONE_REQUIRED, TokenBucket.full(now), now)
                .bucket();
        Map<String, AttributeValue> row = TABLES.dynamoDb()
                .getItem(get -> get.tableName(TABLES.named(TABLE))
                        .key(Map.of("id", AttributeValue.fromS("account#" + limit.id()))))
                .item();
        assertThat(debt.fullAt()).isEqualTo(now.plus(Duration.ofHours(1)));
        assertThat(row)
                .containsOnly(
                        Map.entry("id", AttributeValue.fromS("account#" + limit.id())),
                        Map.entry("full_at", AttributeValue.fromN(debt.fullAt().getEpochSecond() + "000000")),
                        Map.entry(
                                "expires_at",
                                AttributeValue.fromN(Long.toString(
                                        debt.fullAt().plus(Duration.ofDays(1)).getEpochSecond()))));
    }

    private static RateLimit limit(int perSecond) {
        return RateLimit.of(new AccountId("acc_" + Long.toHexString(new Random().nextLong())), new Rate(perSecond));
    }
}
