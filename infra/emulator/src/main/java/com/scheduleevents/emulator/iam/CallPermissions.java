package com.scheduleevents.emulator.iam;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.emulator.proxy.ServiceCall;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Determines the permissions that a call requires, by AWS's Service Authorization Reference. Most are named like the operation;
 * a batch or a transaction needs one for each table and kind of item.
 */
final class CallPermissions {

    private static final Set<String> ON_ONE_TABLE =
            Set.of("GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "Scan", "DescribeTable");
    private static final Set<String> ON_SEVERAL_TABLES = Set.of("BatchGetItem", "BatchWriteItem");
    private static final Set<String> ON_A_QUEUE = Set.of(
            "SendMessage",
            "ReceiveMessage",
            "DeleteMessage",
            "ChangeMessageVisibility",
            "GetQueueAttributes",
            "PurgeQueue");
    /** What Lambda needs to read a queue for a function. */
    private static final Set<String> TO_READ_A_QUEUE = Set.of("ReceiveMessage", "DeleteMessage", "GetQueueAttributes");
    /** What Lambda needs to read a stream for a function. */
    private static final Set<String> TO_READ_A_STREAM =
            Set.of("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams");

    /** A PartiQL statement that inserts an item into a table. */
    private static final Pattern INSERT = Pattern.compile("^INSERT INTO \"([^\"]+)\" ");

    private static final Set<String> ON_A_KEY = Set.of("Encrypt", "Decrypt", "GenerateDataKey", "DescribeKey");
    private static final Set<String> MAILS = Set.of("SendEmail", "SendRawEmail");

    private final PseudoParameters pseudoParameters;

    /** @param pseudoParameters region and account of the ARNs */
    CallPermissions(PseudoParameters pseudoParameters) {
        this.pseudoParameters = pseudoParameters;
    }

    /** The permissions that a function's role must have so that Lambda can read its source. */
    static Set<RequiredPermission> toRead(SourceSpec source) {
        return switch (source) {
            case SourceSpec.Queue queue -> all("sqs", TO_READ_A_QUEUE, queue.queueArn());
            case SourceSpec.Stream stream -> all("dynamodb", TO_READ_A_STREAM, stream.streamArn());
            case SourceSpec.Schedule _ -> Set.of();
        };
    }

    /** The permission that the role must have so that Lambda can report what it gave up. */
    static Set<RequiredPermission> toReport(SourceSpec source) {
        return source instanceof SourceSpec.Stream stream
                ? stream.onFailure()
                        .map(queue -> all("sqs", Set.of("SendMessage"), queue))
                        .orElseGet(Set::of)
                : Set.of();
    }

    private static Set<RequiredPermission> all(String service, Set<String> operations, String resource) {
        return operations.stream()
                .map(operation -> new RequiredPermission(service + ":" + operation, resource))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The required permissions; empty for an unsupported call, which is always denied. */
    Optional<Set<RequiredPermission>> of(ServiceCall call) {
        Set<RequiredPermission> needs =
                switch (call.service()) {
                    case "dynamodb" -> ofTables(call.operation(), call.body());
                    case "sqs" -> ofQueue(call.operation(), call.body());
                    case "kms" -> ofKey(call.operation(), call.body());
                    case "ses" -> ofMail(call);
                    case "sts" -> ofRole(call);
                    default -> Set.of();
                };
        return needs.isEmpty() ? Optional.empty() : Optional.of(needs);
    }

    private Set<RequiredPermission> ofTables(String operation, JsonNode body) {
        if (ON_ONE_TABLE.contains(operation)) {
            return Set.of(onTable(operation, body.path("TableName"), body.path("IndexName")));
        }
        if (ON_SEVERAL_TABLES.contains(operation)) {
            return body.path("RequestItems")
                    .propertyStream()
                    .map(items -> {
                        RequiredPermission need = onTable(operation, items.getKey(), "");
                        return new RequiredPermission(need.action(), need.resource(), leadingKeys(items.getValue()));
                    })
                    .collect(Collectors.toUnmodifiableSet());
        }
        if (operation.equals("BatchExecuteStatement")) {
            return ofStatements(body);
        }
        Stream<JsonNode> items = body.path("TransactItems").valueStream();
        return switch (operation) {
            case "TransactWriteItems", "TransactGetItems" ->
                items.flatMap(JsonNode::propertyStream)
                        .map(item -> onTable(
                                permissionOf(item.getKey()),
                                item.getValue().path("TableName"),
                                item.getValue().path("IndexName")))
                        .collect(Collectors.toUnmodifiableSet());
            default -> Set.of();
        };
    }

    /** The keys of what a batch reads; none where a key has several attributes, of which the first cannot be told. */
    private static Set<String> leadingKeys(JsonNode items) {
        List<JsonNode> keys = items.path("Keys").valueStream().toList();
        return keys.stream().allMatch(key -> key.size() == 1)
                ? keys.stream()
                        .map(key -> key.iterator().next().path("S").asText())
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** Inserts are known; a batch with any other statement is not supported. */
    private Set<RequiredPermission> ofStatements(JsonNode body) {
        List<Matcher> inserts = body.path("Statements")
                .valueStream()
                .map(statement -> INSERT.matcher(statement.path("Statement").asText()))
                .toList();
        return inserts.stream().allMatch(Matcher::find)
                ? inserts.stream()
                        .map(insert -> onTable("PartiQLInsert", insert.group(1), ""))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** {@code Put} in a transaction is {@code PutItem}, {@code ConditionCheck} is {@code ConditionCheckItem}. */
    private static String permissionOf(String kind) {
        return kind + "Item";
    }

    private RequiredPermission onTable(String operation, JsonNode table, JsonNode index) {
        return onTable(operation, table.asText(), index.asText());
    }

    private RequiredPermission onTable(String operation, String table, String index) {
        String name = table.substring(table.lastIndexOf('/') + 1);
        return new RequiredPermission(
                "dynamodb:" + operation,
                pseudoParameters.arn("dynamodb", "table/" + name + (index.isEmpty() ? "" : "/index/" + index)));
    }

    /** A batch of messages needs the permission for one message. */
    private Set<RequiredPermission> ofQueue(String operation, JsonNode body) {
        String single =
                operation.endsWith("Batch") ? operation.substring(0, operation.length() - "Batch".length()) : operation;
        String url = body.path("QueueUrl").asText();
        return ON_A_QUEUE.contains(single) && !url.isEmpty()
                ? Set.of(new RequiredPermission(
                        "sqs:" + single, pseudoParameters.arn("sqs", url.substring(url.lastIndexOf('/') + 1))))
                : Set.of();
    }

    /** A call without a key id is not supported: its ciphertext would have to be read first. */
    private Set<RequiredPermission> ofKey(String operation, JsonNode body) {
        String key = body.path("KeyId").asText();
        return ON_A_KEY.contains(operation) && !key.isEmpty()
                ? Set.of(new RequiredPermission(
                        "kms:" + operation,
                        pseudoParameters.arn("kms", "key/" + key.substring(key.lastIndexOf('/') + 1))))
                : Set.of();
    }

    /** The identity is the sender's domain, which has to be verified; a configuration set needs the permission too. */
    private Set<RequiredPermission> ofMail(ServiceCall call) {
        List<String> source = call.form().getOrDefault("Source", List.of());
        if (!MAILS.contains(call.operation()) || source.isEmpty()) {
            return Set.of();
        }
        return Stream.concat(
                        Stream.of("identity/" + domain(source.getFirst())),
                        call.form().getOrDefault("ConfigurationSetName", List.of()).stream()
                                .map(set -> "configuration-set/" + set))
                .map(resource ->
                        new RequiredPermission("ses:" + call.operation(), pseudoParameters.arn("ses", resource)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Set<RequiredPermission> ofRole(ServiceCall call) {
        return call.operation().equals("AssumeRole")
                ? call.form().getOrDefault("RoleArn", List.of()).stream()
                        .map(role -> new RequiredPermission("sts:AssumeRole", role))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** The domain of {@code a@b.example} or of {@code Name <a@b.example>}. */
    private static String domain(String address) {
        return address.substring(address.lastIndexOf('@') + 1).replace(">", "").strip();
    }
}
