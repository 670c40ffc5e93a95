package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A walk through the feed returns what was there when it began, each once and in order, whatever is recorded meanwhile. */
@RequiresCapability(SharedClouds.STANDARD)
class FeedWalkTest {

    private static final int THERE_BEFORE = 40;

    @ParameterizedTest
    @ValueSource(
            strings = {"limit=100", "limit=7", "limit=3&clinic_id=cln_station", "limit=5&type=appointment.completed"})
    void returnsEachEventOnceWhileOthersAreRecorded(String query, Target target) {
        ApiClientAccount account = target.account();
        Set<String> there = new HashSet<>();
        for (int i = 0; i < THERE_BEFORE; i++) {
            there.add(account.record(ChangeSamples.of("appointment.completed", "cln_station", "prv_walk")));
        }

        List<String> walked = walkWhileRecording(account, query);

        assertThat(walked).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(walked).containsAll(there);
    }

    private static List<String> walkWhileRecording(ApiClientAccount account, String query) {
        AtomicBoolean walking = new AtomicBoolean(true);
        try (ExecutorService recorder = Executors.newSingleThreadExecutor()) {
            var recorded = recorder.submit(() -> {
                int count = 0;
                while (walking.get()) {
                    account.record(ChangeSamples.of("appointment.completed", "cln_station", "prv_meanwhile"));
                    count++;
                }
                return count;
            });
            try {
                List<JsonNode> walk = account.walk("/v1/events?" + query);
                return walk.stream().map(event -> event.path("id").asText()).toList();
            } finally {
                walking.set(false);
                assertThat(recorded)
                        .succeedsWithin(java.time.Duration.ofSeconds(60))
                        .isNotEqualTo(0);
            }
        }
    }
}
