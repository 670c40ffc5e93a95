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
import com.scheduleevents.testkit.memory.InMemoryUsage;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table does what the memory that other tests use does. */
class DynamoUsageTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final UsageDay DAY = UsageDay.parse("2026-11-18").orElseThrow();
    private static final Instant NIGHT = Instant.parse("2026-11-21T01:30:00Z");
    private static final UsageKey KEY = new UsageKey(DAY, new ClinicId("cln_1"));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(new SecureRandom().nextLong()));
    private final DynamoUsage usage = new DynamoUsage(TABLES.dynamoDb(), TABLES.named("UsageTable"));
    private final DynamoUsage losing = new DynamoUsage(TABLES.losingAnswers(), TABLES.named("UsageTable"));

    @Test
    void itReadsAsTheMemoryDoes() {
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

    private List<UsageRows.Row> newestFirst(UsageRows rows, Optional<UsageKey> before, int max) {
        return rows.newestFirst(account, DAY.plus(-3), DAY.plus(2), before, max);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLaterCountHoldsWhoeverComesLast(boolean answersAreLost) {
        DynamoUsage writer = answersAreLost ? losing : usage;
        Instant later = NIGHT.plusMillis(1);
        Usage first = new Usage(1, 0, 0, 0);
        Usage second = new Usage(2, 1, 0, 1);

        // Who meets his own claim of a moment ago takes it for somebody else's, which only makes him write more.
        assertThat(writer.claim(account, DAY, NIGHT)).isEqualTo(answersAreLost ? Claim.DISPUTED : Claim.ALONE);
        assertThat(writer.put(account, KEY, first, NIGHT)).isTrue();
        assertThat(writer.claim(account, DAY, later)).isEqualTo(Claim.DISPUTED);
        assertThat(writer.put(account, KEY, second, later)).isTrue();
        assertThat(writer.put(account, KEY, first, NIGHT)).isFalse();
        writer.finish(account, DAY, NIGHT);
        assertThat(usage.counted(account, DAY, DAY)).isEmpty();
        writer.finish(account, DAY, later);

        assertThat(usage.counted(account, DAY, DAY)).containsEntry(DAY, later);
        assertThat(usage.written(account, DAY)).containsEntry(KEY.clinic(), second);
        assertThat(writer.claim(account, DAY, NIGHT)).isEqualTo(Claim.OVERTAKEN);
        assertThat(usage.claim(account, DAY, later.plusMillis(1))).isEqualTo(Claim.ALONE);
    }
}
