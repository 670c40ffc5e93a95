package com.scheduleevents.aws.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.usage.FigureRows;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageRowWriter.Claim;
import com.scheduleevents.domain.usage.UsageRows;
import com.scheduleevents.testkit.aws.LocalTables;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
    protected FigureRows figures() {
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
        protected FigureRows figures() {
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

    @Nested
    final class Simulated extends UsageRowsContract {

        private final DynamoUsage simulated = TestWiring.create().usage();

        @Override
        protected UsageRows rows() {
            return simulated;
        }

        @Override
        protected FigureRows figures() {
            return simulated;
        }

        @Override
        protected UsageRowWriter writer() {
            return simulated;
        }

        @Test
        void pagesHaveTheRowsOfTheirRangeNewestFirst() {
            requirePagesOfTheirRange(simulated);
        }
    }

    @Test
    void pagesHaveTheRowsOfTheirRangeNewestFirst() {
        requirePagesOfTheirRange(usage);
    }

    private void requirePagesOfTheirRange(DynamoUsage table) {
        Map<UsageKey, Usage> written = new TreeMap<>(Comparator.reverseOrder());
        Random random = new Random(1);
        for (int day = -3; day < 4; day++) {
            for (String clinic : List.of("cln_-", "cln_0", "cln_a", "cln_zz", "cln__", "cln_A")) {
                UsageKey key = new UsageKey(DAY.plus(day), new ClinicId(clinic));
                Usage used = new Usage(random.nextInt(9), 2, 3, 4);
                written.put(key, used);
                table.put(account, key, used, NIGHT);
                table.put(new AccountId(account.value() + "x"), key, Usage.NOTHING, NIGHT);
                table.claim(account, key.day(), NIGHT);
            }
        }
        for (UsageKey before : written.keySet()) {
            for (int max : new int[] {1, 5, 100}) {
                assertThat(newestFirst(table, Optional.of(before), max))
                        .isEqualTo(inRange(written, key -> key.compareTo(before) < 0, max));
            }
        }
        assertThat(newestFirst(table, Optional.empty(), 12)).hasSize(12).isEqualTo(inRange(written, _ -> true, 12));
        Map<UsageKey, Usage> some = new HashMap<>(written);
        some.keySet().removeIf(_ -> random.nextBoolean());
        assertThat(table.find(account, some.keySet())).isEqualTo(some);
        assertThat(table.find(account, Set.of(new UsageKey(DAY.plus(9), KEY.clinic()))))
                .isEmpty();
        Map<ClinicId, Usage> ofTheDay = written.entrySet().stream()
                .filter(row -> row.getKey().day().equals(DAY))
                .collect(Collectors.toMap(row -> row.getKey().clinic(), Map.Entry::getValue));
        assertThat(table.written(account, DAY)).hasSize(6).isEqualTo(ofTheDay);
        assertThat(table.counted(account, DAY.plus(-9), DAY.plus(9))).isEmpty();
    }

    /** What is to be found from three days before to two days after the day, newest first. */
    private static List<UsageRows.ClinicUsage> inRange(
            Map<UsageKey, Usage> newestFirst, Predicate<UsageKey> wanted, int max) {
        return newestFirst.entrySet().stream()
                .filter(row -> row.getKey().day().compareTo(DAY.plus(2)) <= 0)
                .filter(row -> wanted.test(row.getKey()))
                .limit(max)
                .map(row -> new UsageRows.ClinicUsage(row.getKey(), row.getValue()))
                .toList();
    }

    private List<UsageRows.ClinicUsage> newestFirst(UsageRows rows, Optional<UsageKey> before, int max) {
        return rows.newestFirst(account, DAY.plus(-3), DAY.plus(2), before, max);
    }
}
