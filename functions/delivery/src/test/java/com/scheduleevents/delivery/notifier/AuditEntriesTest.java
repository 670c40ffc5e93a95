package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.mail.Notice;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the entries of the audit log that the notifier makes of changed rows. */
final class AuditEntriesTest extends NotifierFixture {

    @Test
    void recordsAChangeOnceHoweverOftenItIsRead() throws IOException {
        String moved = MOVED + ORIGIN + due("url_changed#7");
        handle(change(WELL, moved), change(moved, MOVED + ORIGIN), change(WELL, moved));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.WEBHOOK_MOVED);
            assertThat(entry.origin().key()).contains(new ApiKeyId("key_9"));
            assertThat(entry.details())
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of(Detail.WEBHOOK_ID, "whk_1", Detail.HOST, "thief.example"));
        });
    }

    @Test
    void recordsThatTheServiceDisabledAWebhook() throws IOException {
        handle(change(WELL, DISABLED.replace("\"N\":\"6\"", "\"N\":\"7\"")));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.WEBHOOK_DISABLED);
            assertThat(entry.origin()).isEqualTo(Origin.service(Instant.parse("2026-11-22T00:00:00Z")));
            assertThat(entry.details()).containsEntry(Detail.REASON, "retries_exhausted");
        });
    }

    @Test
    void recordsTheDeletionOfAWebhookForThoseWhoSawIt() throws IOException {
        String remains = "\"account_id\":{\"S\":\"acc_1#deleted\"},\"id\":{\"S\":\"whk_1\"},"
                + "\"expires_at\":{\"N\":\"1802959331\"}";
        handle(insertion(remains + ORIGIN + ",\"clinics\":{\"L\":[{\"S\":\"cln_a\"}]}"), insertion(remains));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.WEBHOOK_DELETED);
            assertThat(entry.clinics()).isEqualTo(new Clinics.Listed(Set.of(new ClinicId("cln_a"))));
        });
        assertThat(dead).isEmpty();
    }

    @Test
    void recordsAnIssuedKeyAndMailsItUnlessTheOperatorIssuedIt() throws IOException {
        handle(insertion(KEY + ",\"issued_by\"" + ORIGIN.substring(ORIGIN.indexOf(':'))));
        handle(insertion(KEY.replace("key_2", "key_3")
                + ",\"issued_by\":{\"M\":{\"type\":{\"S\":\"operator\"},\"at\":{\"S\":\"2026-11-20T13:00:01Z\"}}}"));

        assertThat(entries()).extracting(AuditEntry::action).containsOnly(AuditAction.API_KEY_ISSUED);
        assertThat(entries())
                .extracting(entry -> entry.details().get(Detail.API_KEY_ID))
                .containsExactlyInAnyOrder("key_2", "key_3");
        assertThat(queued)
                .containsExactly(new Notice.KeyIssued(
                        ACCOUNT,
                        new ApiKeyId("key_2"),
                        Optional.of("Till"),
                        new ApiKeyId("key_9"),
                        Instant.parse("2026-11-21T12:00:00Z")));
    }

    @Test
    void recordsARevokedKeyOnce() throws IOException {
        String revoked = KEY + ",\"revoked_at\":{\"S\":\"2026-11-21T12:00:00Z\"},\"revoked_by\""
                + ORIGIN.substring(ORIGIN.indexOf(':'));
        handle(change(KEY, revoked), change(revoked, revoked + ",\"expires_at\":{\"N\":\"1802959331\"}"));

        assertThat(entries()).extracting(AuditEntry::action).containsExactly(AuditAction.API_KEY_REVOKED);
        assertThat(queued).isEmpty();
    }

    @Test
    void rowOfARevokedKeySaysThatItWasRevoked() throws IOException {
        String by = ",\"issued_by\":{\"M\":{\"type\":{\"S\":\"operator\"},\"at\":{\"S\":\"2026-11-20T13:00:00Z\"}}}"
                + ",\"revoked_at\":{\"S\":\"2026-11-21T12:00:00Z\"}"
                + ",\"revoked_by\":{\"M\":{\"type\":{\"S\":\"operator\"},\"at\":{\"S\":\"2026-11-21T12:00:00Z\"}}}";

        handle(insertion(KEY.replace("key#key_2", "key#revoked#key_2") + by));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.API_KEY_REVOKED);
            assertThat(entry.details()).containsEntry(AuditEntry.Detail.API_KEY_ID, "key_2");
        });
        assertThat(queued).isEmpty();
    }

    private List<AuditEntry> entries() {
        return auditLog.newestFirst(ACCOUNT, Optional.empty(), 9);
    }
}
