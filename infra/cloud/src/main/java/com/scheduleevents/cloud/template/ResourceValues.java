package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves references to resources of a template. */
final class ResourceValues implements Intrinsics.References {

    static final String FUNCTION = "AWS::Serverless::Function";
    static final String API = "AWS::Serverless::Api";
    static final String TABLE = "AWS::DynamoDB::Table";
    static final String QUEUE = "AWS::SQS::Queue";
    static final String KEY = "AWS::KMS::Key";
    static final String MAPPING = "AWS::Lambda::EventSourceMapping";

    /** The logical id of the alias that SAM creates for a function. With only one version here, it is the function itself. */
    private static final String ALIAS = ".Alias";

    private final JsonNode declared;
    private final Map<String, JsonNode> parameters;
    private final PseudoParameters pseudoParameters;

    ResourceValues(JsonNode declared, Map<String, JsonNode> parameters, PseudoParameters pseudoParameters) {
        this.declared = declared;
        this.parameters = parameters;
        this.pseudoParameters = pseudoParameters;
    }

    @Override
    public JsonNode ref(String name) {
        @Nullable JsonNode parameter = parameters.get(name);
        return parameter == null ? text(name.startsWith("AWS::") ? pseudoParameter(name) : reference(name)) : parameter;
    }

    @Override
    public JsonNode attribute(String resource, String attribute) {
        return text(attributeOf(resource, attribute));
    }

    private String pseudoParameter(String name) {
        return switch (name) {
            case "AWS::Region" -> pseudoParameters.region();
            case "AWS::AccountId" -> pseudoParameters.account();
            case "AWS::Partition" -> "aws";
            case "AWS::URLSuffix" -> "amazonaws.com";
            case "AWS::StackName" -> "local";
            case "AWS::StackId" -> pseudoParameters.arn("cloudformation", "stack/local/local");
            default -> throw new TemplateProblem("The pseudo parameter " + name + " is not supported by the emulator.");
        };
    }

    private String reference(String id) {
        if (id.endsWith(ALIAS)) {
            return functionArn(id.substring(0, id.length() - ALIAS.length()));
        }
        return switch (type(id)) {
            case QUEUE -> pseudoParameters.queueUrl(name(id));
            case FUNCTION, TABLE -> name(id);
            default -> id;
        };
    }

    private String attributeOf(String id, String attribute) {
        String type = type(id);
        return switch (type + "." + attribute) {
            case FUNCTION + ".Arn", FUNCTION + ALIAS -> functionArn(id);
            case TABLE + ".Arn" -> pseudoParameters.arn("dynamodb", "table/" + name(id));
            case TABLE + ".StreamArn" -> pseudoParameters.arn("dynamodb", "table/" + name(id) + "/stream/local");
            case QUEUE + ".Arn" -> pseudoParameters.arn("sqs", name(id));
            case QUEUE + ".QueueName" -> name(id);
            case QUEUE + ".QueueUrl" -> pseudoParameters.queueUrl(name(id));
            case KEY + ".Arn" -> keyArn(id);
            case KEY + ".KeyId" -> id;
            default -> {
                if (IgnoredProperties.RESOURCE_TYPES.contains(type)) {
                    yield id + "." + attribute;
                }
                throw new TemplateProblem(
                        "The attribute " + id + "." + attribute + " is not supported by the emulator.");
            }
        };
    }

    String functionArn(String id) {
        return pseudoParameters.arn("lambda", "function:" + name(id));
    }

    String keyArn(String id) {
        return pseudoParameters.arn("kms", "key/" + id);
    }

    String queueArn(String id) {
        return pseudoParameters.arn("sqs", name(id));
    }

    String queueUrl(String id) {
        return pseudoParameters.queueUrl(name(id));
    }

    /** A resource's physical name: the one in the template, else its logical id. */
    String name(String id) {
        JsonNode properties = declared.path(id).path("Properties");
        JsonNode given =
                switch (type(id)) {
                    case FUNCTION -> properties.path("FunctionName");
                    case TABLE -> properties.path("TableName");
                    case QUEUE -> properties.path("QueueName");
                    default -> JsonNodeFactory.instance.missingNode();
                };
        if (given.isMissingNode()) {
            return id;
        }
        return new Intrinsics(this, JsonNodeFactory.instance.objectNode(), JsonNodeFactory.instance.objectNode())
                .text(given);
    }

    private String type(String id) {
        if (!declared.has(id)) {
            throw new TemplateProblem("There is no parameter and no resource " + id + " in the template.");
        }
        return declared.path(id).path("Type").asText();
    }

    private static JsonNode text(String text) {
        return JsonNodeFactory.instance.textNode(text);
    }
}
