package com.scheduleevents.simulation.promises;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.receivers.ReceivedRequest;
import com.scheduleevents.simulation.receivers.RoleSession;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SessionChecksTest {

    private static final Instant NOW = Instant.parse("2026-01-05T00:00:00Z");
    private static final Instant LATER = NOW.plusSeconds(1);
    private static final String QUEUE = "https://sqs.eu-central-1.amazonaws.com/123456789012/events";
    private static final String ARN = "arn:aws:sqs:eu-central-1:123456789012:events";
    private static final String BUS = "arn:aws:events:eu-central-1:123456789012:event-bus/events";
    private static final String PUTTING =
            "{\"Effect\":\"Allow\",\"Action\":\"events:PutEvents\",\"Resource\":\"" + BUS + "\"}";
    private static final String SENDING = sending(ARN);
    private static final String ENCRYPTING = encrypting("kms:Decrypt", ARN);

    private final Ledger ledger = new Ledger(SimulatedWorld.of(1).build(), Duration.ofDays(90));

    private static String sending(String resource) {
        return "{\"Effect\":\"Allow\",\"Action\":\"sqs:SendMessage\",\"Resource\":\"" + resource + "\"}";
    }

    private static String encrypting(String action, String queue) {
        return "{\"Effect\":\"Allow\",\"Action\":[\"kms:GenerateDataKey\",\"" + action + "\"],\"Resource\":\"*\","
                + "\"Condition\":{\"StringEquals\":{\"kms:EncryptionContext:aws:sqs:arn\":\"" + queue + "\"}}}";
    }

    private static String policy(String... statements) {
        return "{\"Statement\":[" + String.join(",", statements) + "]}";
    }

    private void expect(boolean queued, RoleSession session, Promise... broken) {
        expectAt(QUEUE, queued, session, broken);
    }

    private void expectAt(String address, boolean queued, RoleSession session, Promise... broken) {
        WatchedSettings settings =
                new WatchedSettings(Set.of(), Set.of(), Set.of(), "", "", "", NOW, false, queued, 0, false, false, "");
        WatchedWebhook webhook =
                new WatchedWebhook("whk_1", "acc_1", "key_1", settings, new Fact.Registered(NOW, address));
        new SessionChecks(ledger)
                .check(
                        webhook,
                        new ReceivedRequest(
                                NOW,
                                address,
                                Map.of("webhook-id", "evt_1"),
                                "{}",
                                "",
                                Optional.of(session),
                                false,
                                true,
                                true,
                                true));
        assertThat(ledger.broken()).extracting(BrokenPromise::promise).containsExactly(broken);
    }

    @Test
    void sessionOfTheAccountForTheQueueIsAsPromised() {
        expect(true, new RoleSession("acc_1", policy(SENDING), LATER));
        expect(true, new RoleSession("acc_1", policy(SENDING, ENCRYPTING), LATER));
    }

    @Test
    void sessionForABusMayPutEventsOnItAlone() {
        expectAt(BUS, true, new RoleSession("acc_1", policy(PUTTING), LATER));
        expectAt(
                BUS,
                true,
                new RoleSession("acc_1", policy(PUTTING.replace("/events", "/*")), LATER),
                Promise.AUTHORIZED);
    }

    @Test
    void sessionForAQueueIsNoneForABus() {
        expectAt(BUS, true, new RoleSession("acc_1", policy(SENDING), LATER), Promise.AUTHORIZED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "acc_2"})
    void sessionForAnotherAccountIsNot(String externalId) {
        expect(true, new RoleSession(externalId, policy(SENDING), LATER), Promise.AUTHORIZED);
    }

    @Test
    void sessionThatHasEndedIsNot() {
        expect(true, new RoleSession("acc_1", policy(SENDING), NOW), Promise.AUTHORIZED);
    }

    static Stream<String> others() {
        return Stream.of(
                "",
                policy(),
                policy(ENCRYPTING),
                policy(sending("*")),
                policy(sending(ARN + "-2")),
                policy(SENDING.replace("SendMessage", "*")),
                policy(SENDING, sending(ARN + "-2")),
                policy(SENDING, encrypting("kms:Decrypt", ARN + "-2")),
                policy(SENDING, encrypting("kms:CreateGrant", ARN)));
    }

    @ParameterizedTest
    @MethodSource("others")
    void sessionThatAllowsMoreOrLessIsNot(String policy) {
        expect(true, new RoleSession("acc_1", policy, LATER), Promise.AUTHORIZED);
    }

    @Test
    void webhookWithoutAQueueHasNoSession() {
        expect(false, new RoleSession("acc_1", policy(SENDING), LATER), Promise.AUTHORIZED);
    }
}
