package com.scheduleevents.delivery.sender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.SQSBatchResponse;
import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.messages.ParsedMessage;
import com.scheduleevents.aws.records.QueueBatchHandler;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.delivery.customer.AwsCustomerResources;
import com.scheduleevents.delivery.priming.PrimingRecords;
import com.scheduleevents.delivery.receiver.HttpsReceivers;
import com.scheduleevents.delivery.receiver.ReceiverPriming;
import com.scheduleevents.delivery.receiver.Resolver;
import com.scheduleevents.domain.delivery.NextStep.MessageOrigin;
import com.scheduleevents.domain.destination.CustomerResources;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.receiver.Receivers;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempts deliveries: first attempts from the deliveries queue, later ones from the retry queue, and the backlog when a probe
 * asks for it. A message that cannot be parsed goes to the dead-letter queue at once.
 */
public final class Sender implements RequestHandler<SQSEvent, SQSBatchResponse>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);

    private final QueueBatchHandler records;
    private final DeliveryProcessor processor;
    private final ProbeProcessor probes;
    private final String deliveriesQueue;

    public Sender() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public Sender(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /**
     * @param wiring stores, settings, time, randomness, metrics and the clients for roles, queues and event buses of customers; its settings say which
     *     receivers get attempts over HTTPS
     */
    public Sender(FunctionWiring wiring) {
        this(wiring, receivers(wiring), AwsCustomerResources.of(wiring.clients(), wiring.clock()));
    }

    /**
     * @param wiring stores, settings, time, randomness and metrics
     * @param receivers gets the attempts
     * @param destinations get the attempts of webhooks that have a queue or event bus
     */
    public Sender(Wiring wiring, Receivers receivers, CustomerResources destinations) {
        this(SenderDependencies.of(wiring, receivers, destinations));
    }

    Sender(SenderDependencies dependencies) {
        this.processor = new DeliveryProcessor(dependencies);
        this.probes = new ProbeProcessor(dependencies, processor);
        this.deliveriesQueue = dependencies.deliveriesQueue();
        this.records = QueueBatchHandler.together(
                _ -> {
                    SharedWebhookReads reads = processor.reads();
                    return record -> handle(record, reads);
                },
                dependencies.deadLetters(),
                dependencies.delays(),
                dependencies.metrics());
    }

    private static Receivers receivers(Wiring wiring) {
        Environment settings = wiring.environment();
        ExtraNetworks networks = ExtraNetworks.parse(settings.possiblyEmpty("EXTRA_RECEIVER_NETWORKS"));
        String authority = settings.possiblyEmpty("EXTRA_RECEIVER_AUTHORITY");
        if (!networks.isEmpty() || !authority.isEmpty()) {
            LOG.warn("this sender may call receivers outside the public internet or trusts an additional certificate"
                    + " authority: ExtraReceiverNetworks or ExtraReceiverAuthority is set");
        }
        int attemptsPerHost = settings.read("ATTEMPTS_PER_HOST", "a whole number", Integer::valueOf);
        return new HttpsReceivers(Resolver.ofTheJvm(), networks, authority, attemptsPerHost, wiring.clock());
    }

    @Override
    public void prime(Map<String, String> variables) throws IOException {
        SQSEvent batch = PrimingRecords.queue(MessageCodec.DELIVERY.write(PrimingRecords.delivery()));
        new Sender(variables).handleRequest(batch, null);
        ReceiverPriming.run();
    }

    /**
     * Handles a batch.
     *
     * @throws IllegalStateException when not even one attempt fits into the function's timeout
     */
    @Override
    public SQSBatchResponse handleRequest(SQSEvent batch, @Nullable Context context) {
        if (context != null && !processor.canFinish(Duration.ofMillis(context.getRemainingTimeInMillis()))) {
            throw new IllegalStateException(
                    "no attempt fits into this function: raise SenderTimeoutSeconds, or lower ReceiverTimeout");
        }
        return records.handle(batch, context);
    }

    private void handle(QueueRecord record, SharedWebhookReads reads) {
        ParsedMessage message = ParsedMessage.of(record.body());
        if (MessageCodec.PROBE.accepts(message)) {
            probes.handle(MessageCodec.PROBE.read(message), record.timeLeft());
        } else {
            processor.handle(MessageCodec.DELIVERY.read(message), origin(record), record.timeLeft(), reads);
        }
    }

    private MessageOrigin origin(QueueRecord record) {
        if (record.receivedBefore()) {
            return MessageOrigin.QUEUE_AGAIN;
        }
        return record.queue().equals(deliveriesQueue) ? MessageOrigin.DELIVERIES_QUEUE : MessageOrigin.QUEUE;
    }
}
