package com.scheduleevents.aws.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRowWriter.Claim;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.testkit.aws.LocalTables;
import com.scheduleevents.testkit.contract.UsageRowsContract;
import com.scheduleevents.testkit.memory.InMemoryUsage;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the table against the contract, and its pages against the in-memory port. */
class DynamoUsageTest extends UsageRowsContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();
    private static final Instant NIGHT = Instant.parse("2026-11-21T01:30:00Z");
    private static final UsageKey KEY = new UsageKey(DAY, new ClinicId("cln_1"));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(new SecureRandom().nextLong()));
    private final DynamoUsage usage = new DynamoUsage(TABLES.dynamoDb(), TABLES.named("UsageTable"));
    private final DynamoUsage losing = new DynamoUsage(TABLES.losingResponses(), TABLES.named("UsageTable"));

    @Override
    protected UsageRows rows() {
        return usage;
    }

    @Override
    protected UsageRowWriter writer() {
        return usage;
    }

    @Nested
    final class WhenResponsesAreLost extends UsageRowsContract {

        @Override
        protected UsageRows rows() {
            return usage;
        }

        @Override
        protected UsageRowWriter writer() {
            return losing;
        }

        @Override
        protected Claim firstClaim() {
            return Claim.DISPUTED;
        }
    }

    @Test
    void tableReadsLikeTheInMemoryPort() {
        InMemoryUsage memory = new InMemoryUsage();
        List<UsageKey> keys = new ArrayList<>();
        Random random = new Random(1);
        for (int day = -3; day < 4; day++) {
            for (String clinic : List.of("cln_-", "cln_0", "cln_a", "cln_zz", "cln__", "cln_A")) {
                UsageKey key = new UsageKey(DAY.plus(day), new ClinicId(clinic));
                Usage used = new Usage(random.nextInt(9), 2, 3, 4);
                keys.add(key);
                for (UsageRowWriter writer : List.of(memory, usage)) {
                    writer.put(account, key, used, NIGHT);
                    writer.put(new AccountId(account.value() + "x"), key, Usage.NOTHING, NIGHT);
                    writer.claim(account, key.day(), NIGHT);
                }
            }
        }
        for (UsageKey before : keys) {
            for (int max : new int[] {1, 5, 100}) {
                assertThat(newestFirst(usage, Optional.of(before), max))
                        .isEqualTo(newestFirst(memory, Optional.of(before), max));
            }
        }
        assertThat(newestFirst(usage, Optional.empty(), 12))
                .hasSize(12)
                .isEqualTo(newestFirst(memory, Optional.empty(), 12));
        Set<UsageKey> some = keys.stream().filter(_ -> random.nextBoolean()).collect(Collectors.toSet());
        assertThat(usage.find(account, some)).isEqualTo(memory.find(account, some));
        assertThat(usage.find(account, Set.of(new UsageKey(DAY.plus(9), KEY.clinic()))))
                .isEmpty();
        assertThat(usage.written(account, DAY)).hasSize(6).isEqualTo(memory.written(account, DAY));
        assertThat(usage.counted(account, DAY.plus(-9), DAY.plus(9))).isEmpty();
    }

    private List<UsageRows.ClinicUsage> newestFirst(UsageRows rows, Optional<UsageKey> before, int max) {
        return rows.newestFirst(account, DAY.plus(-3), DAY.plus(2), before, max);
    }
}
