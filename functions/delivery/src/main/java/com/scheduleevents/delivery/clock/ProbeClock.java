package com.scheduleevents.delivery.clock;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues a probe for each webhook that is due, every minute. A webhook stays due in its row until it has been probed, so a crash or
 * a missed minute causes a delay and nothing else.
 */
public final class ProbeClock implements RequestStreamHandler, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeClock.class);

    /** Leasing stops this long before the function's timeout, which is enough for the calls in progress to finish. */
    private static final Duration RESERVE = Duration.ofSeconds(10);

    private final ProbeScheduler scheduler;
    private final Clock clock;

    public ProbeClock() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public ProbeClock(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public ProbeClock(Wiring wiring) {
        this.clock = wiring.clock();
        this.scheduler = new ProbeScheduler(
                wiring.dueWebhooks(),
                wiring.probes(),
                clock,
                wiring.environment().duration("PROBE_LEASE"));
    }

    @Override
    public void prime(Map<String, String> variables) {
        new ProbeClock(variables).scheduler.queueProbes(Instant.MAX);
    }

    /**
     * Queues the probes that are due now. The event is ignored; the clock says which are due.
     *
     * @throws IllegalStateException when something failed, after everything else was done, so that the error is counted; the next
     *     minute repeats what failed
     */
    @Override
    public void handleRequest(InputStream event, OutputStream response, Context context) {
        InvocationLogContext.begin(context);
        Instant stop =
                clock.instant().plusMillis(context.getRemainingTimeInMillis()).minus(RESERVE);
        SweepResult result = scheduler.queueProbes(stop);
        LOG.info(
                "probes={} leased_elsewhere={} lease_failures={} unsent={} unread_shards={} out_of_time={}",
                result.sent(),
                result.leasedElsewhere(),
                result.leaseFailures(),
                result.unsent(),
                result.unreadShards(),
                !clock.instant().isBefore(stop));
        if (!result.isComplete()) {
            throw new IllegalStateException("not every due webhook was probed; the next minute tries again");
        }
    }
}
