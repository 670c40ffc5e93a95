package com.scheduleevents.simulation.receivers;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.destination.Destination;
import com.scheduleevents.domain.destination.EventBusArn;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.destination.SqsAddress;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.simulation.SimulatedWorld;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SimulatedCustomerResourcesTest {

    private static final AccountId OWNER = new AccountId("acc_1");
    private static final Destination QUEUE = new Destination(
            SqsAddress.parse("https://sqs.eu-central-1.amazonaws.com/123456789012/events"),
            RoleArn.parse("arn:aws:iam::123456789012:role/events"));
    private static final Destination BUS = new Destination(
            EventBusArn.parse("arn:aws:events:eu-central-1:123456789012:event-bus/events"), QUEUE.role());
    private static final AttemptRequest REQUEST = new AttemptRequest(
            QUEUE.resource().address(),
            Map.of("webhook-id", "evt_1", "Service-Attempt", "1"),
            "{\"id\":\"evt_1\",\"type\":\"offer.accepted\"}",
            Duration.ofSeconds(5));

    private final SimulatedWorld world = SimulatedWorld.of(1).build();
    private final SimulatedInternet internet = new SimulatedInternet(world);
    private final SimulatedReceiver receiver = internet.add(QUEUE.resource().address(), ReceiverCharacter.HEALTHY);
    private final List<ReceivedRequest> seen = new ArrayList<>();
    private final SimulatedCustomerResources resources;

    SimulatedCustomerResourcesTest() {
        InstantSource time = world.scheduler()::now;
        this.resources = new SimulatedCustomerResources(world, internet, time.withZone(ZoneOffset.UTC));
        internet.sts().addRole(QUEUE.role().arn(), receiver, Optional.of(OWNER.value()));
        internet.watch(seen::add);
    }

    private AttemptOutcome sendFor(AccountId owner) {
        List<AttemptOutcome> outcomes = new ArrayList<>();
        world.scheduler().spawn("sender", () -> outcomes.add(resources.send(QUEUE, owner, REQUEST)));
        world.scheduler().runFor(Duration.ofSeconds(11));
        return outcomes.getFirst();
    }

    private AttemptOutcome send() {
        return sendFor(OWNER);
    }

    private RoleSession lastSession() {
        return seen.getLast().session().orElseThrow();
    }

    @Test
    void messageArrivesAsARequestDoes() {
        assertThat(send().succeeded()).isTrue();

        ReceivedRequest request = seen.getFirst();
        assertThat(request.url()).isEqualTo(REQUEST.url());
        assertThat(request.headers()).isEqualTo(REQUEST.headers());
        assertThat(request.body()).isEqualTo(REQUEST.body());
        assertThat(request.accepted()).isTrue();
        assertThat(request.responded()).isTrue();
        assertThat(lastSession().externalId()).isEqualTo(OWNER.value());
        assertThat(lastSession().policy()).contains("sqs:SendMessage");
    }

    /** An event on a bus has no headers; the simulation knows the attempt by those that its request had. */
    @Test
    void eventArrivesAtABusWithItsDetailType() {
        internet.add(BUS.resource().address(), ReceiverCharacter.HEALTHY);
        List<AttemptOutcome> outcomes = new ArrayList<>();
        world.scheduler().spawn("sender", () -> outcomes.add(resources.send(BUS, OWNER, REQUEST)));
        world.scheduler().runFor(Duration.ofSeconds(11));

        assertThat(outcomes).singleElement().satisfies(outcome -> assertThat(outcome.succeeded())
                .isTrue());
        ReceivedRequest event = seen.getFirst();
        assertThat(event.url()).isEqualTo(BUS.resource().arn());
        assertThat(event.body()).isEqualTo(REQUEST.body());
        assertThat(event.event()).isEqualTo("evt_1");
        assertThat(event.headers()).containsEntry(ReceivedRequest.DETAIL_TYPE, "schedule-events offer.accepted");
        assertThat(lastSession().policy()).contains("events:PutEvents");
    }

    /** A bus tells of some failures in a response with 200. */
    @Test
    void failuresOfABusAreThoseOfAQueue() {
        internet.add(BUS.resource().address(), ReceiverCharacter.FAILS_MOST);
        List<AttemptOutcome> outcomes = new ArrayList<>();
        for (int times = 0; times < 100; times++) {
            world.scheduler().spawn("sender", () -> outcomes.add(resources.send(BUS, OWNER, REQUEST)));
            world.scheduler().runFor(Duration.ofSeconds(11));
        }
        assertThat(outcomes)
                .extracting(AttemptOutcome::statusCode)
                .contains(200, 400, 403, 500)
                .doesNotContain(503, 429, 302);
        assertThat(outcomes)
                .filteredOn(outcome -> !outcome.succeeded())
                .extracting(AttemptOutcome::statusCode)
                .doesNotContain(200);
    }

    @Test
    void attemptTakesVirtualTime() {
        receiver.become(ReceiverCharacter.TAKES_THREE_SECONDS);
        assertThat(send().duration()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
    }

    @Test
    void roleLetsInItsOwnAccountAlone() {
        AttemptOutcome outcome = sendFor(new AccountId("acc_2"));

        assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.NO_ROLE);
        assertThat(outcome.statusCode()).isEqualTo(403);
        assertThat(seen).hasSize(1).allMatch(request -> !request.arrived() && !request.accepted());
    }

    @Test
    void roleThatAsksForNoExternalIdLetsInEverybody() {
        internet.sts().addRole(QUEUE.role().arn(), receiver, Optional.empty());
        assertThat(sendFor(new AccountId("acc_2")).succeeded()).isTrue();
        assertThat(lastSession().externalId()).isEqualTo("acc_2");
    }

    @Test
    void roleOfABarredQueueLetsInNobodyUntilItsOwnerCorrectsIt() {
        receiver.bar();
        assertThat(send().outcomeClass()).isEqualTo(OutcomeClass.NO_ROLE);
        receiver.unbar();
        assertThat(send().succeeded()).isTrue();
    }

    @Test
    void sessionServesForLessThanAnHour() {
        send();
        RoleSession first = lastSession();
        send();
        assertThat(lastSession()).isEqualTo(first);

        world.scheduler().runFor(Duration.ofHours(1));
        assertThat(send().succeeded()).isTrue();
        assertThat(lastSession()).isNotEqualTo(first);
    }

    @Test
    void queueThatHangsIsATimeout() {
        receiver.breakDown(Duration.ofMinutes(1));
        AttemptOutcome outcome = send();
        assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TIMEOUT);
        assertThat(outcome.duration()).isEqualTo(REQUEST.timeout());
        assertThat(seen).hasSize(1).allMatch(request -> request.arrived() && !request.responded());
    }

    /** A receiver that fails in every way has ended some sessions, each of which the product has to forget. */
    @Test
    void failuresAreThoseOfAQueue() {
        receiver.become(ReceiverCharacter.FAILS_MOST);
        List<AttemptOutcome> outcomes = new ArrayList<>();
        for (int times = 0; times < 100; times++) {
            outcomes.add(send());
        }
        assertThat(outcomes)
                .extracting(AttemptOutcome::statusCode)
                .contains(200, 400, 403, 500)
                .doesNotContain(503, 429, 302);
        assertThat(outcomes)
                .extracting(AttemptOutcome::outcomeClass)
                .contains(OutcomeClass.TIMEOUT, OutcomeClass.CONNECT, OutcomeClass.DNS)
                .doesNotContain(OutcomeClass.NO_ROLE);
        assertThat(seen).hasSize(100);
        assertThat(internet.rejectedAgain()).isEmpty();

        receiver.become(ReceiverCharacter.HEALTHY);
        assertThat(send().succeeded()).isTrue();
    }
}
