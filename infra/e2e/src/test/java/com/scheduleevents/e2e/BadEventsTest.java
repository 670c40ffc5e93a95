package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Tests that every event of bad-events.jsonl gets the response that the file names. */
@RequiresCapability(SharedClouds.STANDARD)
class BadEventsTest {

    @Test
    void everyBadEventIsRejectedAndNotRecorded(Target target) {
        ApiClientAccount account = target.account();
        List<JsonNode> bad = SampleFiles.lines("bad-events.jsonl");
        assertThat(bad).hasSize(34);

        SoftAssertions softly = new SoftAssertions();
        for (JsonNode one : bad) {
            HttpsResponse response =
                    account.post("/v1/events", one.path("event").toString());
            String why = one.path("why").asText() + ": " + response.text();
            softly.assertThat(response.status())
                    .as(why)
                    .isEqualTo(one.at("/expect/status").asInt());
            softly.assertThat(response.json().at("/error/param")).as(why).isEqualTo(one.at("/expect/param"));
        }
        softly.assertAll();

        account.record(ChangeSamples.cancelled("cln_harbour", "prv_good"));
        assertThat(account.walk("/v1/events?limit=100"))
                .extracting(event -> event.path("appointment_id").asText())
                .isNotEmpty()
                .doesNotContain("apt_8f1c", "8f1c");
    }
}
