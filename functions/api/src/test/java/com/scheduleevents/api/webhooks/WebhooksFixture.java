package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.deliveries.DynamoDeliveryLog;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.circuit.DeliveryOverview;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.domain.destination.AwsAccount;
import com.scheduleevents.domain.event.EventStore;
import com.scheduleevents.domain.mail.ConfirmationTimes;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.replay.ReplayMessage;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.replay.ReplayWalk;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.testkit.aws.WatchedCalls;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import com.scheduleevents.testkit.memory.InMemoryIdempotentChanges;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The function with in-memory ports. */
final class WebhooksFixture {

    /** More webhooks than the tests of other things register. */
    static final int WEBHOOKS_PER_ACCOUNT = 50;

    final TestWiring aws;
    final InMemoryWebhooks webhooks;
    final DynamoDeliveryLog log;
    final SecretVault vault;
    final Backlog backlog;

    /** How often a delivery of the backlog was looked up. */
    final AtomicInteger backlogLookUps = new AtomicInteger();

    final CapturedResponseStore responses;

    /** How often captured responses were looked up. */
    final AtomicInteger responseLookUps = new AtomicInteger();

    final EventStore events;
    final List<DeliveryMessage> sent = new CopyOnWriteArrayList<>();
    final List<DeliveryMessage> delayed = new CopyOnWriteArrayList<>();
    final ReplayStore replays;
    final List<Step> steps = new CopyOnWriteArrayList<>();

    /** What happens before a step is queued after a delay; a test lets it fail. */
    Consumer<Duration> beforeStep = _ -> {};

    final MailAddresses addresses;

    /** The e-mails that were put on the mail queue. */
    final List<Notice> mails = new CopyOnWriteArrayList<>();

    final InMemoryAccounts accounts = Callers.accounts();

    private final PingLimit pings;
    private final InMemoryIdempotentChanges keyed;

    record Step(ReplayMessage message, Duration delay) {}

    WebhooksFixture() {
        this(new InMemoryWebhooks());
    }

    private WebhooksFixture(InMemoryWebhooks webhooks) {
        this(TestWiring.create(), webhooks, new InMemoryIdempotentChanges(webhooks));
    }

    WebhooksFixture(TestWiring aws, InMemoryWebhooks webhooks, InMemoryIdempotentChanges keyed) {
        this.aws = aws;
        this.webhooks = webhooks;
        this.keyed = keyed;
        this.log = aws.deliveryLog();
        this.vault = aws.sealingVault();
        this.backlog = counting("getItem", backlogLookUps).backlog((body, reason) -> {
            throw new AssertionError(body + " cannot be read: " + reason);
        });
        this.responses = counting("query", responseLookUps).capturedResponses();
        this.events = aws.events();
        this.replays = aws.auditedReplays();
        this.addresses = aws.mailAddresses();
        this.pings = aws.pingLimit();
    }

    /** The same wiring with the calls of an operation counted. */
    private TestWiring counting(String counted, AtomicInteger calls) {
        return aws.with(WatchedCalls.of(
                DynamoDbClient.class,
                aws.dynamoDb(),
                (operation, _) -> calls.addAndGet(operation.equals(counted) ? 1 : 0)));
    }

    /** The entries of the audit log of the account with some actions. */
    List<AuditEntry> audited(AuditAction... actions) {
        return aws.auditLog().newestFirst(Callers.ACCOUNT, Optional.empty(), 100).stream()
                .filter(entry -> List.of(actions).contains(entry.action()))
                .toList();
    }

    ApiResponse send(Instant now, ApiRequest request) {
        return new ApiResponse(api(Clock.fixed(now, ZoneOffset.UTC)).handleRequest(request.build(), null));
    }

    WebhooksApi api(Clock clock) {
        return new WebhooksApi(
                new WebhooksDependencies(
                        accounts,
                        webhooks,
                        keyed,
                        keyed,
                        keyed,
                        vault,
                        log,
                        new DeliveryOverview(log, backlog, Duration.ofDays(90), 1_000),
                        responses,
                        aws.dismissals(log),
                        backlog,
                        events,
                        aws.appointmentTurns(backlog),
                        aws.figures(),
                        (messages, delay, _) -> (delay.isZero() ? sent : delayed).addAll(messages),
                        pings,
                        replays,
                        new ReplayWalk(events, log, Duration.ofDays(90), 100),
                        (messages, delay, _) -> {
                            beforeStep.accept(delay);
                            messages.forEach(message -> steps.add(new Step(message, delay)));
                        },
                        addresses,
                        (notices, _, _) -> mails.addAll(notices),
                        new ConfirmationTimes(Duration.ofHours(24)),
                        Duration.ofDays(90),
                        WEBHOOKS_PER_ACCOUNT,
                        ExtraNetworks.none(),
                        AwsAccount.parse("arn:aws:iam::999999999999:root"),
                        clock,
                        new SecureRandom()),
                Callers.gate(clock, new InMemoryMetrics()));
    }
}
