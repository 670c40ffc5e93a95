package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.local.LocalCloud;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests that the environments of a function together keep to the rate of an account, whichever of its keys make the requests. The bounds
 * follow from the time that the requests took: on a slow machine they say nothing, and SharedRateModelTest checks the rule without a clock.
 */
@Tag("soak")
@RequiresCapability(SharedClouds.QUIET)
@ResourceLock(SharedClouds.QUIET_CLOUD)
class SharedRateTest {

    private static final int PER_SECOND = 20;

    /** What an environment grants at first without a call, and per second as long as it sees no more: a tenth of the rate. */
    private static final int QUIET_BURST = 4;

    private static final int QUIET_RATE = 2;

    private OperatorCalls operator = new OperatorCalls(Path.of(""));
    private String account = "";

    @BeforeEach
    void open(StackAccess stack) {
        operator = stack.operator();
        account = "acc_" + UUID.randomUUID();
        operator.run("account", "open", "--id", account, "--email", "owner@rates.example", "--name", "Rates");
        operator.run("account", "limit", account, "--requests-per-second", Integer.toString(PER_SECOND));
    }

    /** The bound grows with the time that the requests took, so that it holds on a machine of any speed. */
    @Test
    void keysAndEnvironmentsTogetherGetTheRateOfTheirAccount(Target target)
            throws InterruptedException, ExecutionException {
        int clients = 8;
        int each = 75;
        List<ApiClientAccount> keys = keys(target, clients);
        LoadResult result = load(keys, tries -> tries < each);

        int fromTheRow = (int) (result.seconds() * PER_SECOND) + 2 * PER_SECOND;
        int withoutACall = (int) (clients * (QUIET_BURST + QUIET_RATE * result.seconds()));
        assertThat(result.requests()).isEqualTo(clients * each);
        assertThat(result.accepted()).isBetween(1, fromTheRow + withoutACall);
    }

    /** The function has a reserved concurrency of 20, and so have its environments in the embedded cloud. */
    @Test
    void twentyFourClientsGetTheirRateForHalfAMinuteAtOneCallInTwentyFiveRequests(
            Target target, LocalCloud cloud, StackAccess stack) throws InterruptedException, ExecutionException {
        List<ApiClientAccount> keys = keys(target, 24);
        long before = calls(cloud, stack);
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        LoadResult result = load(keys, _ -> System.nanoTime() < end);
        long calls = calls(cloud, stack) - before;

        String figures = result + ", calls " + calls;
        System.out.println(figures);
        assertThat(result.accepted()).as(figures).isLessThanOrEqualTo((int) (1.3 * PER_SECOND * result.seconds()));
        assertThat(25 * calls).as(figures).isLessThanOrEqualTo(result.requests());
    }

    private List<ApiClientAccount> keys(Target target, int number) {
        return IntStream.range(0, number)
                .mapToObj(_ -> target.withKey(issued()))
                .toList();
    }

    private String issued() {
        String issued = operator.run("key", "issue", account, "--scope", "events:read", "--all-clinics", "--json");
        return HttpsClient.parsed(issued).path("secret").asText();
    }

    private static long calls(LocalCloud cloud, StackAccess stack) {
        return cloud.tally().of("ControlFunction", "UpdateItem", stack.table("RequestRatesTable"));
    }

    /**
     * Makes requests with one client for each key, each as soon as the response to its last one is there.
     *
     * @param goesOn whether a client that has made so many requests makes another
     */
    private static LoadResult load(List<ApiClientAccount> keys, IntPredicate goesOn)
            throws InterruptedException, ExecutionException {
        List<Callable<int[]>> clients = new ArrayList<>();
        for (ApiClientAccount key : keys) {
            clients.add(() -> {
                int tries = 0;
                int accepted = 0;
                while (goesOn.test(tries)) {
                    tries++;
                    accepted += key.get("/v1/account").status() == 200 ? 1 : 0;
                }
                return new int[] {tries, accepted};
            });
        }
        long began = System.nanoTime();
        int requests = 0;
        int accepted = 0;
        try (ExecutorService pool = Executors.newFixedThreadPool(keys.size())) {
            for (Future<int[]> client : pool.invokeAll(clients)) {
                requests += client.get()[0];
                accepted += client.get()[1];
            }
        }
        return new LoadResult(
                requests,
                accepted,
                (System.nanoTime() - began) / (double) Duration.ofSeconds(1).toNanos());
    }

    /** What several clients have done. */
    private record LoadResult(int requests, int accepted, double seconds) {}
}
