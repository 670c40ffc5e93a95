package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.cloud.sources.SourceSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a template: dispatches on the resources' types. */
final class TemplateReader {

    private final TemplateNode template;
    private final Intrinsics intrinsics;
    private final ResourceValues resources;
    private final JsonNode functionDefaults;
    private final FunctionReader functionReader;
    private final ApiReader apiReader = new ApiReader();

    private final Map<String, FunctionSpec> functions = new LinkedHashMap<>();
    /** By the ARN of the function. */
    private final Map<String, List<SourceSpec>> mappings = new LinkedHashMap<>();

    private final Map<String, TableSpec> tables = new LinkedHashMap<>();
    private final Map<String, QueueSpec> queues = new LinkedHashMap<>();
    private final Map<String, String> keys = new LinkedHashMap<>();

    TemplateReader(JsonNode yaml, Path directory, Map<String, String> parameters, PseudoParameters pseudoParameters) {
        template = new TemplateNode("The template", yaml).ignore(IgnoredProperties.SECTIONS);
        resources = new ResourceValues(
                object("Resources"), ParameterValues.values(object("Parameters"), parameters), pseudoParameters);
        intrinsics = new Intrinsics(resources, object("Mappings"), object("Conditions"));
        TemplateNode globals = new TemplateNode("Globals", object("Globals"));
        functionDefaults = resolved("Globals.Function", objectOr(globals.value("Function")));
        globals.nothingElse();
        functionReader = new FunctionReader(directory, resources, apiReader);
    }

    Template read() {
        object("Resources").properties().forEach(entry -> resource(entry.getKey(), entry.getValue()));
        Map<String, String> outputs = new LinkedHashMap<>();
        object("Outputs").properties().forEach(entry -> output(entry.getKey(), entry.getValue(), outputs));
        template.nothingElse();
        functions.replaceAll((_, function) -> function.with(
                Optional.ofNullable(mappings.remove(function.arn())).orElseGet(List::of)));
        mappings.keySet().stream().findFirst().ifPresent(function -> {
            throw new TemplateProblem("There is no function " + function + " for an event source mapping.");
        });
        Optional<RestApi> api = apiReader.api(functions);
        return new Template(functions, tables, queues, keys, api, outputs);
    }

    private void resource(String id, JsonNode declared) {
        TemplateNode resource = new TemplateNode(id, declared).ignore(IgnoredProperties.OF_EVERY_RESOURCE);
        String type = resource.text("Type");
        JsonNode unresolved = objectOr(resource.value("Properties"));
        boolean wanted = resource.optionalText("Condition")
                .map(intrinsics.conditions()::holds)
                .orElse(true);
        resource.nothingElse();
        if (wanted && !IgnoredProperties.RESOURCE_TYPES.contains(type)) {
            JsonNode own = resolved(id, unresolved);
            read(
                    id,
                    type,
                    new TemplateNode(
                            id, type.equals(ResourceValues.FUNCTION) ? SamGlobals.merged(functionDefaults, own) : own));
        }
    }

    private JsonNode resolved(String id, JsonNode unresolved) {
        try {
            return intrinsics.value(unresolved);
        } catch (TemplateProblem e) {
            throw new TemplateProblem(id + ": " + e.getMessage());
        }
    }

    private void read(String id, String type, TemplateNode properties) {
        switch (type) {
            case ResourceValues.FUNCTION -> functions.put(id, functionReader.read(id, properties));
            case ResourceValues.API -> apiReader.read(properties);
            case ResourceValues.MAPPING ->
                mappings.computeIfAbsent(properties.text("FunctionName"), _ -> new ArrayList<>())
                        .addAll(SourceReader.mapping(id, properties).stream().toList());
            case ResourceValues.TABLE -> tables.put(id, TableReader.read(id, resources.name(id), properties));
            case ResourceValues.QUEUE -> queues.put(id, queue(id, properties));
            case ResourceValues.KEY -> {
                properties.ignore(IgnoredProperties.OF_KEYS);
                keys.put(id, resources.keyArn(id));
            }
            default ->
                throw new TemplateProblem(id + ": the resource type " + type
                        + " is not supported by the emulator. Add support for it, or list it in IgnoredProperties.");
        }
        properties.nothingElse();
    }

    private QueueSpec queue(String id, TemplateNode properties) {
        properties.ignore(IgnoredProperties.OF_QUEUES).ignore(Set.of("QueueName"));
        Map<String, String> attributes = new LinkedHashMap<>();
        for (String name : Set.of(
                "DelaySeconds",
                "MaximumMessageSize",
                "MessageRetentionPeriod",
                "ReceiveMessageWaitTimeSeconds",
                "VisibilityTimeout",
                "FifoQueue",
                "ContentBasedDeduplication")) {
            properties.optionalText(name).ifPresent(value -> attributes.put(name, value));
        }
        if (properties.has("RedrivePolicy")) {
            attributes.put("RedrivePolicy", properties.value("RedrivePolicy").toString());
        }
        return new QueueSpec(id, resources.name(id), resources.queueArn(id), resources.queueUrl(id), attributes);
    }

    private void output(String name, JsonNode declared, Map<String, String> outputs) {
        TemplateNode output = new TemplateNode("Outputs." + name, declared).ignore(IgnoredProperties.OF_OUTPUTS);
        boolean wanted = output.optionalText("Condition")
                .map(intrinsics.conditions()::holds)
                .orElse(true);
        JsonNode value = output.value("Value");
        output.nothingElse();
        if (wanted) {
            outputs.put(name, intrinsics.text(value));
        }
    }

    private JsonNode object(String section) {
        return objectOr(template.value(section));
    }

    private static JsonNode objectOr(JsonNode value) {
        return value.isMissingNode() ? JsonNodeFactory.instance.objectNode() : value;
    }
}
