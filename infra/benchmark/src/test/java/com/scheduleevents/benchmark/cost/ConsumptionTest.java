package com.scheduleevents.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What one event consumes from its recording to its delivery, in billed units. The counts are exact, so a change that makes events dearer
 * fails here; docs/cost.md has the dollars.
 */
class ConsumptionTest {

    private static final Path TEMPLATE = Path.of("..", "..", "template.yaml");
    private static final int FEW = 60;
    private static final int MANY = 500;

    /** The tolerance for what many events share, such as the authorizer's response that the gateway caches for a minute. */
    private static final double SHARED = 0.05;

    @Test
    void singleEventAtLowTrafficTakesOneRequestThreeInvocationsAndFourWrites() {
        Quantities event = perEvent("api-low", FEW);

        assertThat(event.of("API Gateway: requests")).isEqualTo(1);
        assertThat(event.of("Lambda: EventsFunction, invocations")).isEqualTo(1);
        assertThat(event.of("Lambda: FanOutFunction, invocations")).isEqualTo(1);
        assertThat(event.of("Lambda: SenderFunction, invocations")).isEqualTo(1);
        assertRecorded(event);
        assertThat(event.of("DynamoDB: WebhooksTable, read units")).isEqualTo(2);
        assertThat(event.of("DynamoDB: AccountsTable, read units")).isCloseTo(1, within(SHARED));
        assertThat(event.of("SQS: DeliveriesQueue, requests")).isEqualTo(3);
        assertNothingElse(event);
    }

    /** A row has the keys and the ids besides, so an event of 2 KB takes three units, and one of 16 KB seventeen. */
    @ParameterizedTest
    @CsvSource({"api-low-2kb, 3", "api-low-16kb, 17"})
    void largerEventTakesAUnitForEachKilobyteInTableAndIndexAndNothingElse(String name, double units) {
        Quantities event = perEvent(name, FEW);

        assertThat(event.of("DynamoDB: EventsTable, write units")).isEqualTo(units);
        assertThat(event.of("DynamoDB: EventsTable, write units of indexes")).isEqualTo(units);
        assertThat(event.of("DynamoDB: IdempotencyTable, write units")).isEqualTo(1);
        assertThat(event.of("DynamoDB: DeliveriesTable, write units")).isEqualTo(1);
        assertThat(event.of("SQS: DeliveriesQueue, requests")).isEqualTo(3);
        assertNothingElse(event);
    }

    @Test
    void batchWritesEachRowOnceAndReadsNoClaim() {
        Quantities event = perEvent("batch-load", MANY * 2);

        assertThat(event.of("API Gateway: requests")).isEqualTo(0.01);
        assertThat(event.of("DynamoDB: IdempotencyTable, read units")).isZero();
        // Once for all first attempts of a batch, and again for those that had to wait for others to their host.
        assertThat(event.of("DynamoDB: WebhooksTable, read units")).isLessThan(1.2);
        assertRecorded(event);
        assertNothingElse(event);
    }

    @Test
    void changesQueueTakesOneWriteForEachRowAndNoRequestToTheGateway() {
        Quantities event = perEvent("queue-load", MANY);

        assertThat(event.of("API Gateway: requests")).isZero();
        assertThat(event.of("SQS: ChangesQueue, requests")).isLessThanOrEqualTo(1.5);
        assertThat(event.of("DynamoDB: AccountsTable, read units")).isLessThan(0.5);
        assertRecorded(event);
        assertNothingElse(event);
    }

    @Test
    void changesQueueAtLowTrafficTakesThreeRequestsForEachEvent() {
        Quantities event = perEvent("queue-low", FEW);

        assertThat(event.of("SQS: ChangesQueue, requests")).isEqualTo(3);
        // Now and then two events are in one batch.
        assertThat(event.of("SQS: DeliveriesQueue, requests")).isCloseTo(3, within(SHARED));
        assertThat(event.of("Lambda: RecorderFunction, invocations")).isEqualTo(1);
        assertRecorded(event);
    }

    private static void assertRecorded(Quantities event) {
        assertThat(event.of("DynamoDB: EventsTable, write units")).isEqualTo(1);
        assertThat(event.of("DynamoDB: EventsTable, write units of indexes")).isEqualTo(1);
        assertThat(event.of("DynamoDB: IdempotencyTable, write units")).isEqualTo(1);
        assertThat(event.of("DynamoDB: DeliveriesTable, write units")).isEqualTo(1);
    }

    /** A healthy delivery writes nothing to its webhook, keeps no backlog, and needs no key of KMS again. */
    private static void assertNothingElse(Quantities event) {
        assertThat(event.of("DynamoDB: WebhooksTable, write units")).isZero();
        assertThat(event.of("DynamoDB: BacklogTable, write units")).isZero();
        assertThat(event.of("SQS: RetryQueue, requests")).isZero();
        assertThat(event.of("SES: e-mails")).isZero();
        // Lambda logs only invocations that do not succeed.
        assertThat(event.of("CloudWatch: Lambda's own log lines, GB")).isZero();
        assertThat(event.of("KMS: requests")).isLessThan(SHARED);
    }

    private static Quantities perEvent(String name, int events) {
        CostScenario scenario = CostScenario.ALL.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow()
                .with(events);
        CostRun.Consumed consumed = new CostRun(
                        TEMPLATE, scenario.parameters(), LogBytes.install(), LambdaTime.PROFILED)
                .open(scenario.tenants())
                .warmUp(scenario)
                .measure(scenario);
        return consumed.quantities().times(1.0 / consumed.events());
    }
}
