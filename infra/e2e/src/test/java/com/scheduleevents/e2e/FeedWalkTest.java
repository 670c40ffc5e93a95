package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A walk through the feed returns what was there when it began, each once and in order, whatever is recorded meanwhile. */
@RequiresCapability(SharedClouds.STANDARD)
class FeedWalkTest {

    private static final int THERE_BEFORE = 40;
    private static final int MOST_MEANWHILE = 10;

    @ParameterizedTest
    @ValueSource(
            strings = {"limit=100", "limit=7", "limit=3&clinic_id=cln_station", "limit=5&type=appointment.completed"})
    void returnsEachEventOnceWhileOthersAreRecorded(String query, Target target) {
        ApiClientAccount account = target.account();
        String event = ChangeSamples.of("appointment.completed", "cln_station", "prv_walk");
        List<String> there = account.record(event, THERE_BEFORE);

        List<String> walked = new ArrayList<>();
        String cursor = "";
        boolean more = true;
        int meanwhile = 0;
        while (more) {
            HttpsClient.Answer page = account.get("/v1/events?" + query + cursor);
            assertThat(page.status()).as(page.text()).isEqualTo(200);
            page.json().path("data").forEach(row -> walked.add(row.path("id").asText()));
            more = page.json().path("has_more").asBoolean();
            cursor = "&starting_after=" + page.json().path("next_cursor").asText();
            if (meanwhile++ < MOST_MEANWHILE) {
                account.record(event);
            }
        }

        assertThat(walked).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(walked).containsAll(there);
    }
}
