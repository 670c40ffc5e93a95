package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.DynamoValues;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Finds the webhooks that may match events. What is read for an event must not grow with the number of those that do not match it. */
final class CandidateQueries {

    /** So many webhooks are read for several clinics before one query is made for each: at 700 bytes a webhook, the price of three. */
    static final int FEW = 16;

    /** So many are read for one clinic before its own are: the price of one query, where two would be made. */
    static final int FEWER = 5;

    /** How many clinics are looked up at once. */
    private static final int CONCURRENCY = 4;

    private final Table table;

    CandidateQueries(Table table) {
        this.table = table;
    }

    /** All of an account. */
    WebhookCandidates of(AccountId account) {
        return candidates(table.read(partition(account)));
    }

    /** Those of some clinics and of all; where an account has few webhooks, from all that it has, which costs less. */
    WebhookCandidates of(AccountId account, Set<ClinicId> clinics) {
        QueryResponse few = table.dynamoDb()
                .query(partition(account)
                        .limit(clinics.size() > 1 ? FEW : FEWER)
                        .build());
        if (!few.hasLastEvaluatedKey()) {
            Set<AttributeValue> scopes = Stream.concat(
                            clinics.stream().map(ClinicId::value), Stream.of(WebhookRow.ANY_CLINIC))
                    .map(DynamoValues::text)
                    .collect(Collectors.toSet());
            return candidates(few.items().stream().filter(row -> scopes.contains(row.get(WebhookRow.SCOPE.name()))));
        }
        Stream<Map<String, AttributeValue>> ofClinics = clinics.stream()
                .gather(Gatherers.mapConcurrent(
                        CONCURRENCY, clinic -> scoped(account, clinic.value()).toList()))
                .flatMap(List::stream);
        // After the others: a webhook that is being extended to all clinics is found with its clinic, or else here.
        return candidates(Stream.concat(ofClinics, scoped(account, WebhookRow.ANY_CLINIC)));
    }

    private Stream<Map<String, AttributeValue>> scoped(AccountId account, String scope) {
        return table.read(partition(account)
                .indexName("by_scope")
                .keyConditionExpression(WebhookRow.ACCOUNT + " = :account AND #scope = :scope")
                .expressionAttributeNames(Map.of("#scope", WebhookRow.SCOPE.name()))
                .expressionAttributeValues(Map.of(":account", text(account.value()), ":scope", text(scope))));
    }

    private QueryRequest.Builder partition(AccountId account) {
        return table.partition(WebhookRow.ACCOUNT, text(account.value()));
    }

    private static WebhookCandidates candidates(Stream<Map<String, AttributeValue>> rows) {
        List<Webhook> found = new ArrayList<>();
        List<WebhookCandidates.Unreadable> unreadable = new ArrayList<>();
        rows.forEach(row -> {
            try {
                found.add(WebhookRow.webhook(row));
            } catch (UnreadableRow e) {
                unreadable.add(new WebhookCandidates.Unreadable(WebhookRow.id(row), e.reason()));
            }
        });
        return new WebhookCandidates(found, unreadable);
    }
}
