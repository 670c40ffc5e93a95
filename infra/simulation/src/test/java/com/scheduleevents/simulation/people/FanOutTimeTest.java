package com.scheduleevents.simulation.people;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.delivery.fanout.FanOut;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How long one invocation of fan-out takes, in virtual time. */
@Tag("world")
final class FanOutTimeTest {

    private static final int EVENTS = 100;
    private static final int WEBHOOKS = 1_000;

    private final CalmScenario scenario = new CalmScenario(Map.of());
    private final ByteArrayOutputStream response = new ByteArrayOutputStream();
    private int calls;
    private int messages;

    @Test
    void aHundredEventsForAThousandWebhooksTakeLessThanTenSecondsAtTenMillisecondsACall() {
        scenario.copy(scenario.register("crowded.receivers.net"), WEBHOOKS - 1);
        FanOut fanOut = new FanOut(
                scenario.webhooks(),
                this::send,
                this::send,
                scenario.pullQueue(),
                Duration.ofDays(90),
                100,
                (_, _) -> {},
                Clock.fixed(scenario.now(), ZoneOffset.UTC),
                new IgnoredMetrics());

        Duration took = scenario.await(() -> invoke(fanOut));

        assertThat(response.toString(StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(messages).isEqualTo(EVENTS * WEBHOOKS);
        assertThat(calls).isEqualTo(EVENTS * WEBHOOKS / 10);
        assertThat(took).isLessThan(Duration.ofSeconds(10));
    }

    private void invoke(FanOut fanOut) {
        String batch = IntStream.range(0, EVENTS)
                .mapToObj(FanOutTimeTest::record)
                .collect(Collectors.joining(",", "{\"Records\":[", "]}"));
        try {
            fanOut.handleRequest(new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)), response, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String record(int n) {
        return """
                {"eventName":"INSERT","dynamodb":{"SequenceNumber":"%d","NewImage":{"account_id":{"S":"acc_calm"},\
                "id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7%04d"},"type":{"S":"appointment.completed"},\
                "clinic_id":{"S":"cln_calm_0"},"body":{"S":"{}"},"expires_at":{"N":"1"}}}}""".formatted(n, n);
    }

    private void send(List<DeliveryMessage> call, Duration delay, boolean receivedBefore) {
        scenario.sleep(Duration.ofMillis(10));
        calls++;
        messages += call.size();
    }

    private static final class IgnoredMetrics implements MetricRecorder {

        @Override
        public void add(Metric metric, long value) {
            // Nobody reads it.
        }

        @Override
        public void flush() {
            // Nobody reads it.
        }
    }
}
