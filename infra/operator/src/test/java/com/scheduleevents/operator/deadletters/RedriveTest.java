package com.scheduleevents.operator.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.queues.SqsRedriveQueue;
import com.scheduleevents.operator.deadletters.Redrive.RedriveResult;
import com.scheduleevents.testkit.aws.LocalTables;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

class RedriveTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Duration VISIBILITY = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void interruptedRedriveLosesNothing(int calls) {
        String dead = TABLES.newQueue("dead-" + calls);
        String source = TABLES.newQueue("source-" + calls);
        List<String> bodies = List.of("one", "two", "three");
        bodies.forEach(body -> send(dead, body));

        assertThatThrownBy(() ->
                        redrive(failingAfter(TABLES.sqs(), calls), dead, source).run(10))
                .isInstanceOf(CallFailed.class);
        Awaitility.await("the messages that it had received").atMost(LONGEST).until(() -> {
            redrive(TABLES.sqs(), dead, source).run(10);
            return remaining(dead) == 0;
        });

        assertThat(received(source)).extracting(Message::body).containsAll(bodies);
        assertThat(received(dead)).isEmpty();
    }

    @Test
    void redrivenMessageIsMarkedAsReceivedBefore() {
        String dead = TABLES.newQueue("dead-redriven");
        String source = TABLES.newQueue("source-redriven");
        send(dead, "one");

        redrive(TABLES.sqs(), dead, source).run(10);

        assertThat(received(source).getFirst().messageAttributes()).containsKey(SqsRedriveQueue.REDRIVEN);
    }

    @Test
    void messageThatFailsAgainWaitsForTheNextRedrive() {
        String dead = TABLES.newQueue("dead-again");
        send(dead, "one");
        send(dead, "two");
        AtomicInteger handled = new AtomicInteger();
        RedriveTarget failingAgain = message -> {
            handled.incrementAndGet();
            send(dead, message.body());
            return Optional.empty();
        };

        RedriveResult result =
                new Redrive(new DeadLetterClient(TABLES.sqs(), dead), failingAgain, false).run(Integer.MAX_VALUE);

        assertThat(result.back()).isEqualTo(2);
        assertThat(handled).hasValue(2);
        assertThat(received(dead)).hasSize(2);
    }

    @Test
    void dryRunChangesNothing() {
        String dead = TABLES.newQueue("dead-dry");
        send(dead, "one");
        send(dead, "two");

        RedriveResult result =
                new Redrive(new DeadLetterClient(TABLES.sqs(), dead), _ -> Optional.empty(), true).run(10);

        assertThat(result.back()).isEqualTo(2);
        assertThat(received(dead)).extracting(Message::body).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void messageThatCannotBeSentStaysWithItsReason() {
        String dead = TABLES.newQueue("dead-stays");
        send(dead, "good");
        send(dead, "bad");

        RedriveResult result = new Redrive(
                        new DeadLetterClient(TABLES.sqs(), dead),
                        message -> message.body().equals("bad") ? Optional.of("it is bad") : Optional.empty(),
                        false)
                .run(10);

        assertThat(result.back()).isEqualTo(1);
        assertThat(result.kept()).extracting(Redrive.KeptMessage::reason).containsExactly("it is bad");
        assertThat(received(dead)).extracting(Message::body).containsExactly("bad");
    }

    @Test
    void redriveHandlesAtMostTheMaximum() {
        String dead = TABLES.newQueue("dead-max");
        for (int i = 0; i < 15; i++) {
            send(dead, "message " + i);
        }

        RedriveResult result =
                new Redrive(new DeadLetterClient(TABLES.sqs(), dead), _ -> Optional.empty(), false).run(12);

        assertThat(result.back()).isEqualTo(12);
        assertThat(received(dead)).hasSize(3);
    }

    private static Redrive redrive(SqsClient sqs, String dead, String source) {
        SqsRedriveQueue to = new SqsRedriveQueue(sqs, source);
        return new Redrive(
                new DeadLetterClient(sqs, dead, VISIBILITY),
                message -> {
                    to.put(message.body(), Optional.empty());
                    return Optional.empty();
                },
                false);
    }

    private static void send(String url, String body) {
        TABLES.sqs().sendMessage(send -> send.queueUrl(url).messageBody(body));
    }

    private static int remaining(String url) {
        return TABLES
                .sqs()
                .getQueueAttributes(get -> get.queueUrl(url).attributeNamesWithStrings("All"))
                .attributesAsStrings()
                .entrySet()
                .stream()
                .filter(entry -> entry.getKey().equals("ApproximateNumberOfMessages")
                        || entry.getKey().equals("ApproximateNumberOfMessagesNotVisible"))
                .mapToInt(entry -> Integer.parseInt(entry.getValue()))
                .sum();
    }

    private static List<Message> received(String url) {
        List<Message> all = new ArrayList<>();
        List<Message> some;
        do {
            some = TABLES.sqs()
                    .receiveMessage(receive ->
                            receive.queueUrl(url).maxNumberOfMessages(10).messageAttributeNames("All"))
                    .messages();
            all.addAll(some);
        } while (!some.isEmpty());
        return all;
    }

    /** A client that fails after that many calls; the response of the last one is lost. */
    private static SqsClient failingAfter(SqsClient living, int calls) {
        AtomicInteger done = new AtomicInteger();
        return (SqsClient) Proxy.newProxyInstance(
                SqsClient.class.getClassLoader(), new Class<?>[] {SqsClient.class}, (_, method, arguments) -> {
                    int call = done.getAndIncrement();
                    if (call > calls) {
                        throw new CallFailed();
                    }
                    Object response = method.invoke(living, arguments);
                    if (call == calls) {
                        throw new CallFailed();
                    }
                    return response;
                });
    }

    private static final class CallFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
