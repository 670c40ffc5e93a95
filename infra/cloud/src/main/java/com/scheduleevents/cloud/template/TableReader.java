package com.scheduleevents.cloud.template;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;

/** Reads tables (AWS::DynamoDB::Table). */
final class TableReader {

    private static final Set<String> IGNORED_OF_INDEXES =
            Set.of("ContributorInsightsSpecification", "OnDemandThroughput", "ProvisionedThroughput", "WarmThroughput");

    private TableReader() {}

    static TableSpec read(String id, String name, TemplateNode table) {
        table.ignore(IgnoredProperties.OF_TABLES).ignore(Set.of("TableName"));
        CreateTableRequest.Builder creation = CreateTableRequest.builder()
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(table.blocks("AttributeDefinitions").stream()
                        .map(TableReader::attribute)
                        .toList())
                .keySchema(keySchema(table));
        List<GlobalSecondaryIndex> global = table.blocks("GlobalSecondaryIndexes").stream()
                .map(TableReader::globalIndex)
                .toList();
        if (!global.isEmpty()) {
            creation.globalSecondaryIndexes(global);
        }
        List<LocalSecondaryIndex> local = table.blocks("LocalSecondaryIndexes").stream()
                .map(TableReader::localIndex)
                .toList();
        if (!local.isEmpty()) {
            creation.localSecondaryIndexes(local);
        }
        if (table.has("StreamSpecification")) {
            creation.streamSpecification(stream(table.block("StreamSpecification")));
        }
        return new TableSpec(id, creation.build(), ttlAttribute(table));
    }

    private static AttributeDefinition attribute(TemplateNode attribute) {
        AttributeDefinition definition = AttributeDefinition.builder()
                .attributeName(attribute.text("AttributeName"))
                .attributeType(attribute.oneOf("AttributeType", "S", "N", "B"))
                .build();
        attribute.nothingElse();
        return definition;
    }

    private static List<KeySchemaElement> keySchema(TemplateNode block) {
        return block.blocks("KeySchema").stream().map(TableReader::key).toList();
    }

    private static KeySchemaElement key(TemplateNode key) {
        KeySchemaElement element = KeySchemaElement.builder()
                .attributeName(key.text("AttributeName"))
                .keyType(key.oneOf("KeyType", "HASH", "RANGE"))
                .build();
        key.nothingElse();
        return element;
    }

    private static GlobalSecondaryIndex globalIndex(TemplateNode index) {
        GlobalSecondaryIndex built = GlobalSecondaryIndex.builder()
                .indexName(index.text("IndexName"))
                .keySchema(keySchema(index))
                .projection(projection(index.block("Projection")))
                .build();
        index.ignore(IGNORED_OF_INDEXES).nothingElse();
        return built;
    }

    private static LocalSecondaryIndex localIndex(TemplateNode index) {
        LocalSecondaryIndex built = LocalSecondaryIndex.builder()
                .indexName(index.text("IndexName"))
                .keySchema(keySchema(index))
                .projection(projection(index.block("Projection")))
                .build();
        index.nothingElse();
        return built;
    }

    private static Projection projection(TemplateNode block) {
        Projection.Builder projection =
                Projection.builder().projectionType(block.oneOf("ProjectionType", "ALL", "KEYS_ONLY", "INCLUDE"));
        if (block.has("NonKeyAttributes")) {
            projection.nonKeyAttributes(block.texts("NonKeyAttributes"));
        }
        block.nothingElse();
        return projection.build();
    }

    private static StreamSpecification stream(TemplateNode block) {
        StreamSpecification stream = StreamSpecification.builder()
                .streamEnabled(true)
                .streamViewType(
                        block.oneOf("StreamViewType", "KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES"))
                .build();
        block.nothingElse();
        return stream;
    }

    private static Optional<String> ttlAttribute(TemplateNode table) {
        if (!table.has("TimeToLiveSpecification")) {
            return Optional.empty();
        }
        TemplateNode ttl = table.block("TimeToLiveSpecification");
        boolean enabled = ttl.flag("Enabled", false);
        String attribute = ttl.text("AttributeName");
        ttl.nothingElse();
        return enabled ? Optional.of(attribute) : Optional.empty();
    }
}
