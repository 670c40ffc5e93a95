package com.scheduleevents.contract.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.mutation.Mutations;
import com.scheduleevents.e2e.RequiresCapability;
import com.scheduleevents.e2e.SharedClouds;
import com.scheduleevents.local.LocalCloud;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that a resource which a key may not see gets the same response as one that never existed: the same status, headers and
 * body, and the same calls to tables and queues, so that response times reveal nothing either. Resources that the key may see are
 * returned, and lists contain these and no others. Accounts, keys and their resources are drawn from a new seed each time;
 * {@code -Disolation.seed=…} repeats a run. A build tries some of the resources; {@code -Psoak} tries all of them, with as many
 * seeds as {@code -Disolation.runs=…} says. The routes and their parameters are read from the contract.
 */
@RequiresCapability(SharedClouds.QUIET)
@ResourceLock(SharedClouds.QUIET_CLOUD)
@Order(SharedClouds.FIRST)
class IsolationTest {

    private static final Contract CONTRACT = Contract.read();
    private static final int MOST_SHOWN = 12;

    /** How many resources each operation is tried with for each relation in a build. */
    private static final int SAMPLE = 1;

    static LongStream seed() {
        return LongStream.of(Long.getLong("isolation.seed", new SecureRandom().nextLong()));
    }

    static LongStream seeds() {
        return Optional.ofNullable(Long.getLong("isolation.seed"))
                .map(LongStream::of)
                .orElseGet(() -> new SecureRandom().longs(Integer.getInteger("isolation.runs", 1)));
    }

    @ParameterizedTest(name = "isolation.seed={0}")
    @MethodSource("seed")
    void hiddenResourceGetsTheResponseOfAnUnknownOne(long seed, LocalCloud cloud) {
        check(seed, cloud, 2, 2, SAMPLE);
    }

    @Tag("soak")
    @ParameterizedTest(name = "isolation.seed={0}")
    @MethodSource("seeds")
    void everyHiddenResourceGetsTheResponseOfAnUnknownOne(long seed, LocalCloud cloud) {
        check(seed, cloud, 3, 4, Integer.MAX_VALUE);
    }

    private static void check(long seed, LocalCloud cloud, int accounts, int clinics, int most) {
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            TestTenants tenants = new TenantSeeder(cloud, http, seed).seed(accounts, clinics);
            Mutations mutations = new Mutations(
                    CONTRACT,
                    body -> body.replace(
                            "https://example.com/webhooks", cloud.description().receiver() + "/hooks/tenants"));
            Random random = new Random(seed);
            RequestPairs pairs = new RequestPairs(CONTRACT, mutations, tenants, random);
            List<String> faults = new ArrayList<>();
            faults.addAll(new ForeignAccessCheck(CONTRACT, tenants, pairs, new ResponseObserver(cloud), random, most)
                    .faults());
            // Runs after all requests for foreign resources, which must not have changed anything.
            faults.addAll(new ListCheck(CONTRACT, mutations, tenants, random, most).faults());
            faults.addAll(new OwnAccessCheck(CONTRACT, tenants, pairs, random, most).faults());
            assertThat(faults.stream().limit(MOST_SHOWN))
                    .as("%s faults; -Disolation.seed=%s repeats them", faults.size(), seed)
                    .isEmpty();
        }
    }
}
