package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.DynamoValues.number;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The change counter of an account, which is raised when something is counted against a limit, when a key is revoked, and when the account
 * changes in a way that its webhooks must follow. Every transaction that adds a key or a webhook requires the value that was read.
 */
public final class AccountCount {

    /** The attribute in the account's row. */
    public static final String COUNTED = "counted";

    private static final Map<String, String> NAMES = Map.of("#state", AccountRowKeys.STATE, "#counted", COUNTED);
    private static final String AS_READ = AccountRowKeys.EXISTS + " AND attribute_not_exists(#state)"
            + " AND (#counted = :read OR (attribute_not_exists(#counted) AND :read = :none))";

    private AccountCount() {}

    /**
     * Requires that the account is active and its counter is as it was read. Raises the counter when only one addition may succeed at a
     * time.
     */
    public static TransactWriteItem since(AccountTerms terms, String table, AccountId account) {
        return terms.alone() ? counted(terms, table, account) : unchanged(terms, table, account);
    }

    /** Requires the same as {@link #since}, and has the ids of the account's events announced from now on. */
    public static TransactWriteItem ordered(AccountTerms terms, String table, AccountId account) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(AccountRowKeys.account(account))
                        .conditionExpression(AS_READ)
                        .updateExpression("SET #counted = :next, " + DynamoAccounts.ORDERED + " = :ordered")
                        .expressionAttributeNames(NAMES)
                        .expressionAttributeValues(Map.of(
                                ":read", number(terms.counted()),
                                ":next", number(terms.counted() + 1),
                                ":none", number(0),
                                ":ordered", DynamoAccounts.ORDERED.write(true))))
                .build();
    }

    /** Raises the counter, whatever it is, and whatever the state of the account. */
    static TransactWriteItem raise(String table, AccountId account) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(AccountRowKeys.account(account))
                        .conditionExpression(AccountRowKeys.EXISTS)
                        .updateExpression("ADD #counted :one")
                        .expressionAttributeNames(Map.of("#counted", COUNTED))
                        .expressionAttributeValues(Map.of(":one", number(1))))
                .build();
    }

    private static TransactWriteItem counted(AccountTerms terms, String table, AccountId account) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(AccountRowKeys.account(account))
                        .conditionExpression(AS_READ)
                        .updateExpression("SET #counted = :next")
                        .expressionAttributeNames(NAMES)
                        .expressionAttributeValues(Map.of(
                                ":read", number(terms.counted()),
                                ":next", number(terms.counted() + 1),
                                ":none", number(0))))
                .build();
    }

    private static TransactWriteItem unchanged(AccountTerms terms, String table, AccountId account) {
        return TransactWriteItem.builder()
                .conditionCheck(check -> check.tableName(table)
                        .key(AccountRowKeys.account(account))
                        .conditionExpression(AS_READ)
                        .expressionAttributeNames(NAMES)
                        .expressionAttributeValues(Map.of(":read", number(terms.counted()), ":none", number(0))))
                .build();
    }
}
