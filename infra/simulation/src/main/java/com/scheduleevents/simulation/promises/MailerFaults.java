package com.scheduleevents.simulation.promises;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What went wrong with the function that sends e-mails, and when: if it dies after it handed one over, it hands it over again. */
final class MailerFaults {

    private static final String MAILER = "MailerFunction";
    private static final String NOTIFIER = "NotifierFunction";
    private static final String QUEUE = "MailQueue";

    /** By these a queue delivers a message again, or a stream a change. */
    private static final Set<FaultKind> DELIVERED_AGAIN =
            Set.of(FaultKind.DUPLICATE_MESSAGE, FaultKind.UNDELETED_MESSAGE, FaultKind.BATCH_REPEATED);

    /** What can keep an e-mail that was handed over from being marked as sent. A single call that is refused is made again by the SDK. */
    private static final Set<FaultKind> REPEATING = Set.of(
            FaultKind.RESPONSE_LOST,
            FaultKind.REPEATED,
            FaultKind.DELAYED,
            FaultKind.STREAK,
            FaultKind.APPLIED_LATER,
            FaultKind.KILLED_BEFORE,
            FaultKind.KILLED_AFTER,
            FaultKind.OUTAGE,
            FaultKind.ENVIRONMENT_DIED);

    /** The timeout of the function: what goes wrong with an invocation does so at most as long before or after its e-mail. */
    private static final Duration INVOCATION = Duration.ofSeconds(30);

    /** The longest time until a call has its effect whose caller gave up. */
    private static final Duration LATEST_EFFECT = Duration.ofMinutes(16);

    private final Scheduler scheduler;
    private final List<Struck> struck = new ArrayList<>();
    private final List<Instant> ofCopies = new ArrayList<>();

    MailerFaults(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /** Something went wrong somewhere. */
    void struck(CallSite site, FaultKind kind) {
        boolean ofMailer = site.caller().equals(MAILER)
                || (kind == FaultKind.ENVIRONMENT_DIED && site.operation().equals(MAILER));
        if (ofMailer && REPEATING.contains(kind)) {
            struck.add(new Struck(scheduler.now(), kind));
        }
        boolean ofNotifier = site.caller().equals(NOTIFIER) || site.operation().equals(NOTIFIER);
        boolean ofQueue = site.operation().endsWith(QUEUE) || site.target().endsWith(QUEUE);
        if ((ofNotifier && REPEATING.contains(kind)) || ((ofNotifier || ofQueue) && DELIVERED_AGAIN.contains(kind))) {
            ofCopies.add(scheduler.now());
        }
    }

    /**
     * Whether something explains that an e-mail to a webhook's own address came again: no row says that it is due, so it comes as often as its
     * message.
     */
    boolean explainCopy(Instant first, Instant again) {
        return explain(first, again)
                || ofCopies.stream().anyMatch(fault -> isWithin(fault, first.minus(LATEST_EFFECT), again));
    }

    /** Whether something explains that an e-mail came again. */
    boolean explain(Instant first, Instant again) {
        return struck.stream()
                .anyMatch(fault -> isWithin(fault.at(), first.minus(INVOCATION), first.plus(INVOCATION))
                        || (fault.kind() == FaultKind.APPLIED_LATER
                                && Stream.of(first, again)
                                        .anyMatch(mail -> isWithin(fault.at(), mail.minus(LATEST_EFFECT), mail))));
    }

    private static boolean isWithin(Instant time, Instant from, Instant until) {
        return !time.isBefore(from) && !time.isAfter(until);
    }

    private record Struck(Instant at, FaultKind kind) {}
}
