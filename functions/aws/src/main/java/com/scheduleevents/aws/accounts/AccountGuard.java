package com.scheduleevents.aws.accounts;

import com.scheduleevents.domain.account.Registrant;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What of an account a transaction in another table can rest on. */
public final class AccountGuard {

    private final String table;

    /**
     * @param table the name of the table Accounts
     */
    public AccountGuard(String table) {
        this.table = table;
    }

    /** Requires that the account is active and nothing was counted or changed since the registrant was read. */
    public TransactWriteItem countSince(Registrant by) {
        return AccountCount.since(by.terms(), table, by.account());
    }
}
