package com.scheduleevents.delivery.clock;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.queues.SqsProbeQueue;
import com.scheduleevents.aws.webhooks.DynamoDueWebhooks;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every minute has a probe sent for each webhook that is due. That a webhook is due is written in its row, and stays there until
 * somebody looked: so neither a crash nor a minute that is left out loses anything but time.
 */
public final class ProbeClock implements RequestStreamHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeClock.class);

    /** So long before the function's time-out nothing new is begun; what has begun needs a few calls to its end. */
    private static final Duration RESERVE = Duration.ofSeconds(10);

    private final ProbeScheduler sweep;
    private final Clock clock;

    /** As Lambda starts it. */
    public ProbeClock() {
        this(System.getenv());
    }

    /**
     * As its environment describes it.
     *
     * @param variables what template.yaml gives the function
     */
    public ProbeClock(Map<String, String> variables) {
        this(new Environment(variables));
    }

    private ProbeClock(Environment environment) {
        AwsClients aws = new AwsClients(environment);
        Clock clock = Clock.systemUTC();
        this(
                new ProbeScheduler(
                        new DynamoDueWebhooks(aws.dynamoDb(), environment.text("WEBHOOKS_TABLE")),
                        new SqsProbeQueue(aws.sqs(), environment.text("RETRY_QUEUE")),
                        clock,
                        environment.duration("PROBE_LEASE")),
                clock);
    }

    private ProbeClock(ProbeScheduler sweep, Clock clock) {
        this.sweep = sweep;
        this.clock = clock;
    }

    /**
     * Sweeps once. What the event says does not matter: time is the clock's.
     *
     * @throws IllegalStateException when something failed, after all else was done. It is for the function's count of errors;
     *     the next minute takes up what is left
     */
    @Override
    public void handleRequest(InputStream event, OutputStream answer, Context context) {
        InvocationLogContext.begin(context.getAwsRequestId());
        Instant stop =
                clock.instant().plusMillis(context.getRemainingTimeInMillis()).minus(RESERVE);
        SweepResult swept = sweep.until(stop);
        LOG.info(
                "checks={} taken_by_others={} lease_failures={} unsent={} unread_shards={} out_of_time={}",
                swept.sent(),
                swept.takenByOthers(),
                swept.leaseFailures(),
                swept.unsent(),
                swept.unreadShards(),
                !clock.instant().isBefore(stop));
        if (!swept.isWhole()) {
            throw new IllegalStateException("not every due webhook could be taken; the next minute tries again");
        }
    }
}
