package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.delivery.records.NoContext;
import com.scheduleevents.domain.mail.DisabledNotice;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NotifierTest {

    private static final String ROW = """
            "account_id":{"S":"acc_1"},"id":{"S":"whk_1"},"url":{"S":"https://user-visible.example.com/a?token=hidden"},\
            "types":{"L":[{"S":"*"}]},"scope":{"S":"*"},"status":{"S":"disabled"},"term":{"N":"1"},"version":{"N":"1"},"secrets":{"L":[]},\
            "created_at":{"S":"2026-11-20T00:00:00Z"},"disabled":{"M":{"at":{"S":"2026-11-22T00:00:00Z"},\
            "event_id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"},"failing_since":{"S":"2026-11-21T00:00:00Z"},\
            "attempts":{"N":"11"},"last_outcome":{"S":"timeout"}}}""";
    private static final String DUE = ",\"mails_due\":{\"SS\":[\"disabled#1\"]}";

    private final List<DisabledNotice> queued = new ArrayList<>();
    private final List<String> dead = new ArrayList<>();
    private boolean queueRefuses;

    @Test
    void anEmailThatBecomesDueIsQueuedWithTheFactsAndNothingMore() throws IOException {
        assertThat(handle(change(ROW, ROW + DUE))).doesNotContain("itemIdentifier");

        assertThat(queued).singleElement().satisfies(notice -> {
            assertThat(notice.host()).isEqualTo("user-visible.example.com");
            assertThat(notice.why().attempts()).isEqualTo(11);
            assertThat(notice.toString()).doesNotContain("hidden");
        });
    }

    @Test
    void anEmailThatWasDueBeforeIsNotQueuedAgain() throws IOException {
        handle(change(ROW + DUE, ROW + DUE), change(ROW + DUE, ROW), change(ROW, ROW));

        assertThat(queued).isEmpty();
    }

    @Test
    void aRowThatWasRemovedIsNobodysBusiness() throws IOException {
        handle("{\"eventName\":\"REMOVE\",\"dynamodb\":{\"SequenceNumber\":\"1\",\"OldImage\":{" + ROW + DUE + "}}}");

        assertThat(queued).isEmpty();
        assertThat(dead).isEmpty();
    }

    @Test
    void whatIsNoWebhookGoesToTheDeadLetters() throws IOException {
        String noReason = ROW.replace("\"disabled\":", "\"enabled\":") + DUE;

        assertThat(handle(change(ROW, noReason))).doesNotContain("itemIdentifier");
        assertThat(dead).singleElement().asString().contains("SequenceNumber", "disabled");
    }

    @Test
    void aQueueThatRefusesMakesTheRecordComeAgain() throws IOException {
        queueRefuses = true;

        assertThat(handle(change(ROW, ROW + DUE))).contains("\"itemIdentifier\":\"1\"");
        assertThat(dead).isEmpty();
    }

    private String handle(String... records) throws IOException {
        Notifier notifier = new Notifier(this::queue, (body, reason) -> dead.add(body + " " + reason));
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        String batch = "{\"Records\":[" + String.join(",", records) + "]}";
        notifier.handleRequest(
                new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)), answer, new NoContext());
        return answer.toString(StandardCharsets.UTF_8);
    }

    private void queue(DisabledNotice notice) {
        if (queueRefuses) {
            throw new IllegalStateException("throttled");
        }
        queued.add(notice);
    }

    private static String change(String before, String after) {
        return "{\"eventName\":\"MODIFY\",\"dynamodb\":{\"SequenceNumber\":\"1\",\"OldImage\":{" + before
                + "},\"NewImage\":{" + after + "}}}";
    }
}
