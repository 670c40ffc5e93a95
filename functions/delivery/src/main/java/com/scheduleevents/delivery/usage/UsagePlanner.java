package com.scheduleevents.delivery.usage;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.accounts.AccountScan;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageMessage;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests, each night, the count of every account's days that are due. Accounts are read and requested as a stream, so that memory
 * use does not depend on their number. Counting an account twice gives the same result.
 */
public final class UsagePlanner implements RequestStreamHandler {

    private static final Logger LOG = LoggerFactory.getLogger(UsagePlanner.class);

    /** The most messages that SQS takes in one call. */
    private static final int MAX_PER_CALL = 10;

    private final AccountScan accounts;
    private final MessageQueue<UsageMessage> queue;
    private final Clock clock;

    public UsagePlanner() {
        this(System.getenv());
    }

    public UsagePlanner(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public UsagePlanner(Wiring wiring) {
        this.accounts = wiring.allAccounts();
        this.queue = wiring.usageCounts();
        this.clock = wiring.clock();
    }

    /**
     * Requests all counts of this night. The event is ignored; the clock says which days are due.
     *
     * @throws RuntimeException when a request could not be queued, so that the error is counted; the following nights request the
     *     days that are missing
     */
    @Override
    public void handleRequest(InputStream event, OutputStream response, @Nullable Context context) {
        InvocationLogContext.begin(context);
        List<UsageDay> days = UsageDay.countedIn(clock.instant());
        int requested;
        try (Stream<AccountId> all = accounts.read()) {
            requested = all.flatMap(account -> days.stream().map(day -> new UsageMessage.Begin(account, day)))
                    .gather(Gatherers.windowFixed(MAX_PER_CALL))
                    .mapToInt(this::send)
                    .sum();
        }
        LOG.info(
                "counts={} days={}",
                requested,
                days.stream().map(UsageDay::text).toList());
    }

    private int send(List<UsageMessage.Begin> counts) {
        queue.send(List.copyOf(counts));
        return counts.size();
    }
}
