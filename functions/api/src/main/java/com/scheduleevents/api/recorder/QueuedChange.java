package com.scheduleevents.api.recorder;

import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.StrictJson;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.id.Identifiers;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A schedule change on the changes queue.
 *
 * @param message the id of its message
 * @param change the change, always with an idempotency key: the message's id stands in for the producer's
 */
record QueuedChange(String message, AccountId account, Change change) {

    /** The field of the account. */
    static final String ACCOUNT = "account_id";

    private static final Set<String> FIELDS = Set.of(ACCOUNT, ChangeReader.KEY, ChangeReader.EVENT);

    /**
     * Reads a message.
     *
     * @throws ApiException when it is no schedule change
     */
    static QueuedChange read(QueueRecord message, ChangeReader reader) {
        BodyReader parts = new BodyReader();
        JsonFields fields = parts.fields(StrictJson.object(message.body()), FIELDS);
        Supplier<AccountId> account = parts.part(
                () -> fields.require(ACCOUNT, "an account ID, which begins with acc_", QueuedChange::account));
        Change change = parts.whole(reader.read(parts, fields));
        IdempotencyKey key = change.key().orElseGet(() -> new IdempotencyKey(message.id()));
        return new QueuedChange(message.id(), account.get(), new Change(change.draft(), Optional.of(key)));
    }

    ClinicId clinic() {
        return change.draft().clinic();
    }

    private static Optional<AccountId> account(String text) {
        return Identifiers.isValid(AccountId.PREFIX, text) ? Optional.of(new AccountId(text)) : Optional.empty();
    }
}
