package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.delivery.sender.SharedWebhookReads.Reading;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedWebhookReadsTest {

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger ticks = new AtomicInteger();

    @Test
    void messagesOfABatchShareOneRead() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        SharedWebhookReads batch = reads(() -> awaited(asked));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reading>> readings = IntStream.range(0, 10)
                    .mapToObj(_ -> threads.submit(() -> of(batch)))
                    .toList();
            asked.countDown();
            for (Future<Reading> reading : readings) {
                assertThat(reading.get()).isEqualTo(new Reading(at(1), Optional.of(SenderFixture.activeWebhook())));
            }
        }
        assertThat(reads).hasValue(1);
    }

    @Test
    void webhookIsReadAgainForTheNextBatch() {
        SharedWebhookReads batch = reads(() -> {});
        of(batch);
        assertThat(of(batch).begun()).isEqualTo(at(1));
        assertThat(of(reads(() -> {})).begun()).isEqualTo(at(2));
        assertThat(reads).hasValue(2);
    }

    @Test
    void readThatFailedIsMadeAgainForTheOtherMessages() {
        SharedWebhookReads batch = reads(() -> {
            if (reads.get() == 1) {
                throw new IllegalStateException("throttled");
            }
        });
        assertThatThrownBy(() -> of(batch)).hasMessage("throttled");
        assertThat(of(batch).webhook()).isPresent();
        assertThat(reads).hasValue(2);
    }

    private static Reading of(SharedWebhookReads batch) {
        Webhook webhook = SenderFixture.activeWebhook();
        return batch.of(webhook.account(), webhook.id());
    }

    private SharedWebhookReads reads(Runnable during) {
        return new SharedWebhookReads(
                (_, _) -> {
                    reads.incrementAndGet();
                    during.run();
                    return Optional.of(SenderFixture.activeWebhook());
                },
                () -> at(ticks.incrementAndGet()));
    }

    private static Instant at(int tick) {
        return SenderFixture.START.plusSeconds(tick);
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
