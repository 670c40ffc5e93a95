package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a walk through the feed returns every event that existed when it began, once and in order, whatever is recorded
 * meanwhile.
 */
@RequiresCapability(SharedClouds.STANDARD)
class FeedWalkTest {

    private static final int RECORDED_BEFORE = 20;
    private static final int MOST_MEANWHILE = 5;

    @ParameterizedTest
    @ValueSource(
            strings = {"limit=100", "limit=7", "limit=3&clinic_id=cln_station", "limit=5&type=appointment.completed"})
    void returnsEachEventOnceWhileOthersAreRecorded(String query, Target target) {
        ApiClientAccount account = target.account();
        String event = ChangeSamples.of("appointment.completed", "cln_station", "prv_walk");
        // Only the walk with the largest pages reads what other tests recorded before.
        String since = query.equals("limit=100") ? "" : "&since=" + Instant.now();
        List<String> recordedBefore = account.record(event, RECORDED_BEFORE);

        List<String> walked = new ArrayList<>();
        String cursor = "";
        boolean more = true;
        int meanwhile = 0;
        while (more) {
            HttpsResponse page = account.get("/v1/events?" + query + since + cursor);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            page.json().path("data").forEach(row -> walked.add(row.path("id").asText()));
            more = page.json().path("has_more").asBoolean();
            cursor = "&starting_after=" + page.json().path("next_cursor").asText();
            if (meanwhile++ < MOST_MEANWHILE) {
                account.record(event);
            }
        }

        assertThat(walked).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(walked).containsAll(recordedBefore);
    }
}
