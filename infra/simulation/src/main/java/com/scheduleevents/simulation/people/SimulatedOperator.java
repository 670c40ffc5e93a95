package com.scheduleevents.simulation.people;

import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.erasure.DataErasure;
import com.scheduleevents.operator.tenants.AccountAdmin;
import com.scheduleevents.operator.tenants.KeyAdmin;
import com.scheduleevents.operator.tenants.TenantChanges;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.deployment.OperatorWiring;
import com.scheduleevents.simulation.deployment.SimulatedDeployment;
import com.scheduleevents.simulation.promises.RequestHistories;
import com.scheduleevents.simulation.promises.WatchedKey;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** The operator of the service: opens accounts, changes keys, redrives dead-letter messages, with the operator's own commands. */
final class SimulatedOperator {

    private static final Duration BEFORE_A_REPEAT = Duration.ofMinutes(1);
    private static final String DEAD_LETTERS = "DeadLetters";

    /** The attribute in which a function says why it moved a message there. */
    private static final String REASON = "reason";

    private final SimulatedWorld world;
    private final SimulatedDeployment deployment;
    private final RandomGenerator random;
    private final String accounts;
    private final Clock clock;
    private final BiConsumer<String, RequestHistories.Keyed> histories;
    private final RedriveWitness redriven;

    /** One whom nobody watches. */
    SimulatedOperator(SimulatedWorld world, SimulatedDeployment deployment) {
        this(world, deployment, (_, _) -> {}, (_, _, _) -> {});
    }

    /**
     * @param histories is told what clients see of requests with an idempotency key
     * @param redriven is told of the dead-letter messages that it redrives
     */
    SimulatedOperator(
            SimulatedWorld world,
            SimulatedDeployment deployment,
            BiConsumer<String, RequestHistories.Keyed> histories,
            RedriveWitness redriven) {
        this.histories = histories;
        this.redriven = redriven;
        this.world = world;
        this.deployment = deployment;
        this.random = world.streams().stream("operator");
        this.accounts = table("AccountsTable");
        InstantSource trueTime = world.scheduler()::now;
        this.clock = trueTime.withZone(ZoneOffset.UTC);
    }

    /** Opens the account of a tenant with so many clinics and two keys. */
    SimulatedTenant open(String name, int clinics) {
        AccountId account = new AccountId("acc_" + name);
        String email = "owner@" + name + ".example";
        AccountAdmin admin = new AccountAdmin(world.dynamoDb(), accounts);
        List<String> ids = IntStream.range(0, clinics)
                .mapToObj(number -> "cln_" + name + "_" + number)
                .toList();
        admin.openAccount(account, email, name);
        ids.forEach(clinic -> admin.addClinic(account, new ClinicId(clinic)));
        SimulatedKey wide = issue(account, "key_" + name + "_wide", new Clinics.All(), ids);
        SimulatedKey narrow = issue(account, "key_" + name + "_narrow", listed(ids), ids);
        return new SimulatedTenant(account, email, ids, wide, narrow);
    }

    private SimulatedKey issue(AccountId account, String name, Clinics clinics, List<String> ids) {
        ApiKeyId id = new ApiKeyId(name);
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, random);
        Instant now = world.scheduler().now();
        NewApiKey key =
                new NewApiKey(account, id, Optional.empty(), Set.of(Scope.values()), clinics, now, Optional.empty());
        new KeyAdmin(world.dynamoDb(), accounts).issue(key, secret);
        return new SimulatedKey(
                id,
                new SimulatedApiClient(world, deployment.gateway(), histories, secret.reveal()),
                new WatchedKey(
                        clinics instanceof Clinics.All, ids, world.scheduler().now()));
    }

    static Clinics listed(List<String> clinics) {
        return new Clinics.Listed(clinics.stream().map(ClinicId::new).collect(Collectors.toSet()));
    }

    /** The operator's commands about tenants. */
    TenantChanges changes() {
        return new TenantChanges(world.dynamoDb(), accounts, table("WebhooksTable"), Duration.ofDays(90), clock);
    }

    /** The operator's erasures. */
    DataErasure erasure() {
        return new DataErasure(OperatorWiring.of(deployment.template(), world, clock), changes(), (_, _) -> {});
    }

    private String table(String id) {
        return deployment.template().table(id).name();
    }

    /**
     * Repeats a command until no service fails it, as its messages ask for.
     *
     * @throws GaveUp when it is not the services that fail it
     */
    void untilDone(Runnable command) {
        while (true) {
            try {
                command.run();
                return;
            } catch (SdkException | IllegalStateException failed) {
                world.trace().line(() -> "a command of the operator failed: " + failed);
                world.scheduler().sleep(BEFORE_A_REPEAT);
            } catch (CommandFailure failed) {
                throw new GaveUp("operator", "a command of the operator is refused: " + failed.getMessage());
            }
        }
    }

    /** Sends every message of every dead-letter queue back to where it came from. */
    void redrive() {
        for (QueueSpec queue : deployment.template().queues().values()) {
            String target = queue.id().replace(DEAD_LETTERS, "Queue");
            if (queue.id().endsWith(DEAD_LETTERS)
                    && deployment.template().queues().containsKey(target)) {
                redrive(queue, deployment.template().queue(target).url());
            }
        }
    }

    /** Each message once: some come back at once, because what they are about is not there yet. */
    private void redrive(QueueSpec from, String to) {
        SqsRedriveQueue target = new SqsRedriveQueue(world.sqs(), to);
        Set<String> seen = new HashSet<>();
        untilDone(() -> {
            List<Message> others;
            do {
                others = world
                        .sqs()
                        .receiveMessage(receive -> receive.queueUrl(from.url())
                                .maxNumberOfMessages(10)
                                .visibilityTimeout(120)
                                .waitTimeSeconds(1)
                                .messageAttributeNames(REASON)
                                .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                        .messages()
                        .stream()
                        .filter(message -> !seen.contains(message.body()))
                        .toList();
                for (Message message : others) {
                    redrive(from, target, message);
                    seen.add(message.body());
                }
            } while (!others.isEmpty());
        });
    }

    private void redrive(QueueSpec from, SqsRedriveQueue target, Message message) {
        world.trace().line(() -> "the operator redrives " + message.body());
        redriven.read(
                from.id(),
                message.body(),
                Optional.ofNullable(message.messageAttributes().get(REASON)).map(MessageAttributeValue::stringValue));
        target.put(
                message.body(),
                Optional.ofNullable(message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID)));
        world.sqs().deleteMessage(delete -> delete.queueUrl(from.url()).receiptHandle(message.receiptHandle()));
    }

    /** Is told of each dead-letter message that the operator redrives. */
    @FunctionalInterface
    interface RedriveWitness {

        /**
         * @param queue the id of the queue that it lay in
         * @param reason why a function moved it there; empty when it had been received too often
         */
        void read(String queue, String message, Optional<String> reason);
    }
}
