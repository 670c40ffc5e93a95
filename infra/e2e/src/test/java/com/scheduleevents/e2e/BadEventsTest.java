package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** The file of bad events says what each of them is to get. */
@RequiresCapability(SharedClouds.STANDARD)
class BadEventsTest {

    @Test
    void eachIsRefusedForItsReasonAndNoneIsRecorded(Target target) {
        ApiClientAccount account = target.account();
        List<JsonNode> bad = SampleFiles.lines("bad-events.jsonl");
        assertThat(bad).hasSize(29);

        SoftAssertions softly = new SoftAssertions();
        for (JsonNode one : bad) {
            HttpsClient.Answer answer =
                    account.post("/v1/events", one.path("event").toString());
            String why = one.path("why").asText() + ": " + answer.text();
            softly.assertThat(answer.status())
                    .as(why)
                    .isEqualTo(one.at("/expect/status").asInt());
            softly.assertThat(answer.json().at("/error/param")).as(why).isEqualTo(one.at("/expect/param"));
        }
        softly.assertAll();

        account.record(ChangeSamples.cancelled("cln_harbour", "prv_good"));
        assertThat(account.walk("/v1/events?limit=100"))
                .extracting(event -> event.path("appointment_id").asText())
                .isNotEmpty()
                .doesNotContain("apt_8f1c", "8f1c");
    }
}
