package com.scheduleevents.aws.accounts;

import com.scheduleevents.domain.account.Registrant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
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

    /** That the account is active and its webhooks have had nothing to follow since the registrant was read. */
    public TransactWriteItem unchangedSince(Registrant by) {
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(table)
                        .key(AccountKeys.account(by.account()))
                        .conditionExpression("attribute_exists(pk) AND attribute_not_exists(#state)"
                                + " AND (#changes = :read OR (attribute_not_exists(#changes) AND :read = :none))")
                        .expressionAttributeNames(Map.of("#state", AccountKeys.STATE, "#changes", AccountCount.COUNTED))
                        .expressionAttributeValues(Map.of(":read", number(by.changes()), ":none", number(0))))
                .build();
    }

    private static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }
}
