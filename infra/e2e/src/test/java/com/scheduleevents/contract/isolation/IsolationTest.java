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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a key does not see is answered like what never was: the same status, headers and words, and the same calls of the tables
 * and queues, so that not even time tells. What it sees is answered otherwise, and lists hold that and nothing else. Accounts,
 * keys and what they have are drawn from a seed, new each time; {@code -Disolation.seed=…} repeats one.
 * A build names some of it; {@code -Psoak} names all of it, in as many worlds as {@code -Disolation.worlds=…} says. The routes, and what can be named in them, are read from the contract.
 */
@RequiresCapability(SharedClouds.QUIET)
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock(SharedClouds.QUIET_CLOUD)
class IsolationTest {

    private static final Contract CONTRACT = Contract.read();
    private static final int MOST_SHOWN = 12;

    /** How many resources of each kind an operation names to holders of each relation, where not all of them are named. */
    private static final int SAMPLE = 1;

    static LongStream seed() {
        return LongStream.of(Long.getLong("isolation.seed", new SecureRandom().nextLong()));
    }

    static LongStream seeds() {
        return Optional.ofNullable(Long.getLong("isolation.seed"))
                .map(LongStream::of)
                .orElseGet(() -> new SecureRandom().longs(Integer.getInteger("isolation.worlds", 1)));
    }

    @ParameterizedTest(name = "isolation.seed={0}")
    @MethodSource("seed")
    void whatAKeyDoesNotSeeIsAsIfItWereNotThere(long seed, LocalCloud cloud) {
        check(seed, cloud, 2, SAMPLE);
    }

    @Tag("soak")
    @ParameterizedTest(name = "isolation.seed={0}")
    @MethodSource("seeds")
    void nothingThatAKeyDoesNotSeeIsAnsweredOtherwise(long seed, LocalCloud cloud) {
        check(seed, cloud, 3, Integer.MAX_VALUE);
    }

    private static void check(long seed, LocalCloud cloud, int accounts, int most) {
        try (HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            TestTenants realm = new TenantSeeder(cloud, http, seed).realm(accounts);
            Mutations mutations = new Mutations(
                    CONTRACT,
                    body -> body.replace(
                            "https://example.com/webhooks", cloud.description().receiver() + "/hooks/realm"));
            Random random = new Random(seed);
            RequestPairs probes = new RequestPairs(CONTRACT, mutations, realm, random);
            List<String> faults = new ArrayList<>();
            faults.addAll(new ForeignAccessCheck(CONTRACT, realm, probes, new ResponseObserver(cloud), random, most)
                    .faults());
            // After all those requests for what others have: they changed nothing either.
            faults.addAll(new ListCheck(CONTRACT, mutations, realm, random, most).faults());
            faults.addAll(new OwnAccessCheck(CONTRACT, realm, probes, random, most).faults());
            assertThat(faults.stream().limit(MOST_SHOWN))
                    .as("%s faults; -Disolation.seed=%s repeats them", faults.size(), seed)
                    .isEmpty();
        }
    }
}
