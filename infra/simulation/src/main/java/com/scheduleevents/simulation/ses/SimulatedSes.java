package com.scheduleevents.simulation.ses;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.ServiceBoundary;
import com.scheduleevents.cloud.faults.WorldTrace;
import com.scheduleevents.cloud.requests.KnownFields;
import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.emulator.ses.RawMail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.ses.model.MessageTag;
import software.amazon.awssdk.services.ses.model.SendRawEmailRequest;
import software.amazon.awssdk.services.ses.model.SendRawEmailResponse;

/**
 * SES for the tasks of a simulated world. It sends so many e-mails a second, and now and then it refuses one, or all of them
 * for hours.
 */
public final class SimulatedSes implements SesClient {

    private static final KnownFields SEND =
            KnownFields.of("Source", "Destinations", "RawMessage", "Tags", "ConfigurationSetName");
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final ServiceBoundary boundary;
    private final int mailsPerSecond;
    private final List<SentMail> sent = new ArrayList<>();
    private final List<Consumer<SentMail>> watchers = new ArrayList<>();
    private long second;
    private int inThisSecond;
    private long pausedUntil = Long.MIN_VALUE;

    /** @param mailsPerSecond the account's sending rate */
    public SimulatedSes(
            Scheduler scheduler, RandomStreams streams, FaultInjector faults, WorldTrace trace, int mailsPerSecond) {
        this.scheduler = scheduler;
        this.faults = faults;
        this.boundary = new ServiceBoundary(scheduler, streams, faults, trace, "ses", new SesExceptions());
        this.mailsPerSecond = mailsPerSecond;
    }

    @Override
    public SendRawEmailResponse sendRawEmail(SendRawEmailRequest request) {
        SEND.require(request);
        RawMail raw = RawMail.read(request.rawMessage().data().asByteArray());
        // Traces show neither the text nor the parts' boundary, which is another one each time.
        return boundary.call("sendRawEmail", request.destinations() + " " + raw.subject(), () -> {
            requireAccepted(request);
            SentMail mail = new SentMail(
                    scheduler.now(),
                    request.source(),
                    request.destinations(),
                    raw.subject(),
                    raw.text(),
                    raw.header("List-Unsubscribe"),
                    request.tags().stream().collect(Collectors.toMap(MessageTag::name, MessageTag::value)));
            sent.add(mail);
            watchers.forEach(watcher -> watcher.accept(mail));
            return SendRawEmailResponse.builder()
                    .messageId("mail-" + sent.size())
                    .build();
        });
    }

    private void requireAccepted(SendRawEmailRequest request) {
        if (scheduler.nanos() < pausedUntil) {
            throw SesExceptions.paused();
        }
        if (request.destinations().isEmpty()) {
            throw SesExceptions.rejected("There is no address to send to.");
        }
        if (faults.strikes(FaultKind.MAIL_REJECTED, new CallSite("world", "ses", "sendRawEmail"))) {
            throw SesExceptions.rejected("Email address is not verified.");
        }
        long now = scheduler.nanos() / SECOND.toNanos();
        inThisSecond = now == second ? inThisSecond + 1 : 1;
        second = now;
        if (inThisSecond > mailsPerSecond) {
            throw new SesExceptions().throttled();
        }
    }

    /** From now on every e-mail is refused for so long, as when AWS pauses an account. */
    public void pause(Duration time) {
        pausedUntil = scheduler.nanos() + time.toNanos();
    }

    /** From now on somebody sees each e-mail as it arrives. */
    public void watch(Consumer<SentMail> watcher) {
        watchers.add(watcher);
    }

    /** Every e-mail that was sent, in order. */
    public List<SentMail> sent() {
        return List.copyOf(sent);
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
