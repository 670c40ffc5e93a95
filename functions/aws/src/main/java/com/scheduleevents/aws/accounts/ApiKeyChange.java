package com.scheduleevents.aws.accounts;

import com.scheduleevents.aws.streams.StreamRecord;
import com.scheduleevents.aws.tables.ClinicsAttribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.mail.Notice;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A change of an API key's row, read from the Accounts stream.
 *
 * @param entry the entry of the audit log that it makes; empty when the key was neither issued nor revoked, or by a release that did not
 *     say by whom
 * @param notice the e-mail to the account's owner; empty unless another API key has issued the key
 */
public record ApiKeyChange(Optional<AuditEntry> entry, Optional<Notice> notice) {

    private static final ApiKeyChange NONE = new ApiKeyChange(Optional.empty(), Optional.empty());

    /** Whether a record is of the Accounts stream. */
    public static boolean isOne(StreamRecord record) {
        return record.keys()
                .filter(keys -> keys.containsKey(AccountRowKeys.PARTITION.name()))
                .isPresent();
    }

    /**
     * Reads a record.
     *
     * @throws com.scheduleevents.domain.error.UnreadableRow when the row of a key cannot be read
     */
    public static ApiKeyChange of(StreamRecord record) {
        return record.newImage()
                .filter(ApiKeyChange::isOfAKey)
                .map(after -> Row.read("Accounts", after, row -> change(record, row)))
                .orElse(NONE);
    }

    private static boolean isOfAKey(Map<String, AttributeValue> row) {
        return new Row("Accounts", row).get(AccountRowKeys.SORT).startsWith(AccountRowKeys.KEY);
    }

    private static ApiKeyChange change(StreamRecord record, Row after) {
        if (record.oldImage().isEmpty() && !after.has(KeyWrites.REVOKED_AT)) {
            return after.find(KeyWrites.ISSUED_BY)
                    .map(origin -> issued(after, origin))
                    .orElse(NONE);
        }
        // Earlier versions of the service revoked a key in its place.
        boolean wasRevoked = record.oldImage()
                .filter(before -> before.containsKey(KeyWrites.REVOKED_AT))
                .isPresent();
        return after.find(KeyWrites.REVOKED_BY)
                .filter(_ -> !wasRevoked)
                .map(origin -> new ApiKeyChange(
                        Optional.of(entry(AuditAction.API_KEY_REVOKED, after, origin)), Optional.empty()))
                .orElse(NONE);
    }

    private static ApiKeyChange issued(Row row, Origin origin) {
        return new ApiKeyChange(
                Optional.of(entry(AuditAction.API_KEY_ISSUED, row, origin)),
                origin.key()
                        .map(by -> new Notice.KeyIssued(
                                account(row), id(row), row.optionalText(KeyWrites.LABEL), by, origin.at())));
    }

    private static AuditEntry entry(AuditAction action, Row row, Origin origin) {
        String id = id(row).value();
        return AuditEntry.of(
                account(row), action, origin, id, ClinicsAttribute.read(row), Map.of(Detail.API_KEY_ID, id));
    }

    private static AccountId account(Row row) {
        return AccountRowKeys.accountOf(row.get(AccountRowKeys.PARTITION));
    }

    private static ApiKeyId id(Row row) {
        return AccountRowKeys.keyIn(row.get(AccountRowKeys.SORT));
    }
}
