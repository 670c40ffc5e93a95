package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditLog;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** A notifier on simulated storage, and images of rows for the records that it reads. */
abstract class NotifierFixture {

    static final String WELL = """
            "account_id":{"S":"acc_1"},"key_id":{"S":"key_1"},"id":{"S":"whk_1"},"url":{"S":"https://user:pw@Bücher.example:8443/a?token=hidden"},\
            "types":{"L":[{"S":"*"}]},"scope":{"S":"*"},"status":{"S":"active"},"generation":{"N":"3"},"version":{"N":"6"},\
            "secrets":{"L":[{"M":{"version":{"N":"1"},"data_key":{"S":"k"},"ciphertext":{"S":"hidden"}}}]},\
            "description":{"S":"Front desk"},"created_at":{"S":"2026-11-20T00:00:00Z"}""";
    static final String FAILING =
            WELL + ",\"failures\":{\"N\":\"27\"},\"failing_since\":{\"N\":\"1795262400250\"},\"last_failure\":{\"M\":"
                    + "{\"outcome\":{\"S\":\"status\"},\"status\":{\"N\":\"503\"}}}";
    static final String WARNED = FAILING + ",\"warned_of\":{\"N\":\"1795262400250\"}";
    static final String RECOVERED = WELL + ",\"healthy_since\":{\"N\":\"1795266000000\"}";
    static final String REFUSING = WELL + """
            ,"refusal":{"M":{"event_id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"},"failing_since":{"N":"1795262400250"},\
            "attempts":{"N":"6"},"told_at":{"N":"1795266000000"},\
            "last_failure":{"M":{"outcome":{"S":"status"},"status":{"N":"503"}}}}}""";
    static final String MOVED = WELL.replace("Bücher.example", "thief.example").replace("\"N\":\"6\"", "\"N\":\"7\"")
            + ",\"url_changed_at\":{\"N\":\"1795266000000\"}";
    static final String DISABLED = WELL.replace("active", "disabled") + """
            ,"disabled":{"M":{"at":{"S":"2026-11-22T00:00:00Z"},\
            "event_id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"},"failing_since":{"S":"2026-11-21T00:00:00Z"},\
            "attempts":{"N":"11"},"last_outcome":{"S":"timeout"}}}""";
    static final String ORIGIN = """
            ,"origin":{"M":{"type":{"S":"api_key"},"key_id":{"S":"key_9"},"request_id":{"S":"r-1"},\
            "at":{"S":"2026-11-21T12:00:00Z"}}}""";
    static final String KEY = """
            "pk":{"S":"account#acc_1"},"sk":{"S":"key#key_2"},"fingerprint":{"S":"9f86"},\
            "created_at":{"S":"2026-11-20T13:00:00Z"},"label":{"S":"Till"}""";
    static final AccountId ACCOUNT = new AccountId("acc_1");
    static final Instant SINCE = Instant.ofEpochMilli(1_795_262_400_250L);
    static final Instant AT = Instant.ofEpochMilli(1_795_266_000_000L);

    static final Instant NOW = Instant.parse("2026-11-22T00:00:01Z");

    final AuditLog auditLog = TestWiring.create().auditLog();
    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final List<DeliveryMessage> sent = new ArrayList<>();
    final List<Notice> queued = new ArrayList<>();
    final List<String> dead = new ArrayList<>();
    final InMemoryMetrics metrics = new InMemoryMetrics();
    boolean queueRefuses;
    boolean retriesRefuse;

    static String insertion(String row) {
        return "{\"eventName\":\"INSERT\",\"dynamodb\":{\"SequenceNumber\":\"1\"" + keys(row) + ",\"NewImage\":{" + row
                + "}}}";
    }

    /** Only the key of a row of the Accounts table matters. */
    static String keys(String row) {
        return row.startsWith("\"pk\"")
                ? ",\"Keys\":{\"pk\":{\"S\":\"account#acc_1\"},\"sk\":{\"S\":\"key#key_2\"}}"
                : "";
    }

    static String due(String name) {
        return ",\"mails_due\":{\"SS\":[\"" + name + "\"]}";
    }

    String handle(String... records) throws IOException {
        Notifier notifier = new Notifier(
                auditLog,
                webhooks,
                this::retry,
                (notices, _, _) -> notices.forEach(this::queue),
                (body, reason) -> dead.add(body + " because " + reason),
                Clock.fixed(NOW, ZoneOffset.UTC),
                metrics);
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        String batch = "{\"Records\":[" + String.join(",", records) + "]}";
        notifier.handleRequest(new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)), response, null);
        return response.toString(StandardCharsets.UTF_8);
    }

    void queue(Notice notice) {
        if (queueRefuses) {
            throw new IllegalStateException("throttled");
        }
        queued.add(notice);
    }

    void retry(List<DeliveryMessage> messages, Duration delay, boolean receivedBefore) {
        assertThat(delay).isZero();
        assertThat(receivedBefore).isFalse();
        if (retriesRefuse) {
            throw new IllegalStateException("throttled");
        }
        sent.addAll(messages);
    }

    static String change(String before, String after) {
        return "{\"eventName\":\"MODIFY\",\"dynamodb\":{\"SequenceNumber\":\"1\"" + keys(after) + ",\"OldImage\":{"
                + before + "},\"NewImage\":{" + after + "}}}";
    }
}
