package com.scheduleevents.delivery.usage;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.accounts.AccountScan;
import com.scheduleevents.aws.queues.SqsUsageQueue;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.usage.UsageQueue;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Each night asks for the count of every account's days that are due. Accounts are read and asked for as a stream, so that many
 * take no more memory than a few; who is asked for twice is counted twice, to the same result.
 */
public final class UsagePlanner implements RequestStreamHandler {

    private static final Logger LOG = LoggerFactory.getLogger(UsagePlanner.class);

    /** As many as travel in one call of the queue. */
    private static final int AT_ONCE = 10;

    private final Supplier<Stream<AccountId>> accounts;
    private final UsageQueue queue;
    private final Clock clock;

    /** As Lambda starts it. */
    public UsagePlanner() {
        this(System.getenv());
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public UsagePlanner(Map<String, String> variables) {
        this(new Environment(variables));
    }

    private UsagePlanner(Environment environment) {
        this(environment, new AwsClients(environment));
    }

    private UsagePlanner(Environment environment, AwsClients aws) {
        this(
                new AccountScan(aws.dynamoDb(), environment.text("ACCOUNTS_TABLE"))::read,
                new SqsUsageQueue(aws.sqs(), environment.text("USAGE_QUEUE")),
                Clock.systemUTC());
    }

    /**
     * With everything that it reaches the world through.
     *
     * @param accounts reads every account
     * @param queue where counts wait to be made
     * @param clock the time
     */
    public UsagePlanner(Supplier<Stream<AccountId>> accounts, UsageQueue queue, Clock clock) {
        this.accounts = accounts;
        this.queue = queue;
        this.clock = clock;
    }

    /**
     * Asks for all counts of this night. What the event says does not matter: time is the clock's.
     *
     * @throws RuntimeException when not all could be asked for. It is for the function's count of errors; the nights that follow
     *     ask for what is left
     */
    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) {
        InvocationLogContext.begin(context.getAwsRequestId());
        List<UsageDay> days = UsageDay.probeAt(clock.instant());
        int asked;
        try (Stream<AccountId> all = accounts.get()) {
            asked = all.flatMap(account -> days.stream().map(day -> new UsageMessage.Begin(account, day)))
                    .gather(Gatherers.windowFixed(AT_ONCE))
                    .mapToInt(this::ask)
                    .sum();
        }
        LOG.info("counts={} days={}", asked, days.stream().map(UsageDay::text).toList());
    }

    private int ask(List<UsageMessage.Begin> counts) {
        queue.send(List.copyOf(counts));
        return counts.size();
    }
}
