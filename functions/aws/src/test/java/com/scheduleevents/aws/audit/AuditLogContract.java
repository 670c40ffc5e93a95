package com.scheduleevents.aws.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.audit.AuditLog;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of {@link AuditLog}. */
abstract class AuditLogContract {

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant NOW = Instant.parse("2126-11-20T14:02:11.337Z");

    private static final Random RANDOM = new Random();

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The audit logs of all accounts. */
    protected abstract AuditLog log();

    @Test
    void newestFirstReadsEntriesAsTheyWereStored() {
        Map<Detail, String> everything = new EnumMap<>(Detail.class);
        Arrays.stream(Detail.values()).forEach(detail -> everything.put(detail, "of " + detail));
        AuditEntry full = AuditEntry.of(
                account,
                AuditAction.WEBHOOK_DISABLED,
                new Origin(Origin.Type.API_KEY, Optional.of(new ApiKeyId("key_1")), Optional.of("r-1"), NOW),
                "full",
                new Clinics.Listed(Set.of(new ClinicId("cln_a"), new ClinicId("cln_b"))),
                everything);
        AuditEntry bare = AuditEntry.of(
                account, AuditAction.API_KEY_REVOKED, Origin.operator(NOW), "bare", new Clinics.All(), Map.of());
        log().put(full);
        log().put(bare);

        assertThat(log().newestFirst(account, Optional.empty(), 9)).containsExactlyInAnyOrder(full, bare);
    }

    @Test
    void newestFirstReadsInPagesAndNothingOfOtherAccounts() {
        AuditEntry first = entry(account, 1);
        AuditEntry second = entry(account, 2);
        AuditEntry third = entry(account, 3);
        AccountId other = new AccountId(account.value() + "x");
        log().put(second);
        log().put(third);
        log().put(first);
        log().put(entry(other, 2));

        assertThat(log().newestFirst(account, Optional.empty(), 2)).containsExactly(third, second);
        assertThat(log().newestFirst(account, Optional.of(second.id()), 2)).containsExactly(first);
        assertThat(log().newestFirst(account, Optional.of(entry(other, 4).id()), 9))
                .containsExactly(third, second, first);
    }

    @Test
    void entryThatIsStoredTwiceIsThereOnce() {
        log().put(entry(account, 1));
        log().put(entry(account, 1));

        assertThat(log().newestFirst(account, Optional.empty(), 9)).hasSize(1);
    }

    private static AuditEntry entry(AccountId of, int second) {
        return AuditEntry.of(
                of,
                AuditAction.WEBHOOK_UPDATED,
                Origin.service(NOW.plusSeconds(second)),
                "change " + second,
                new Clinics.Listed(Set.of()),
                Map.of(Detail.WEBHOOK_ID, "whk_1"));
    }
}
