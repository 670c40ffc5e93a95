package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads functions (AWS::Serverless::Function) and their API routes. */
final class FunctionReader {

    /** AWS's defaults. */
    private static final int TIMEOUT_SECONDS = 3;

    private static final int MEMORY_MEGABYTES = 128;

    private final Path directory;
    private final ResourceValues resources;
    private final ApiReader routes;

    FunctionReader(Path directory, ResourceValues resources, ApiReader routes) {
        this.directory = directory;
        this.resources = resources;
        this.routes = routes;
    }

    FunctionSpec read(String id, TemplateNode function) {
        function.ignore(IgnoredProperties.OF_FUNCTIONS).oneOf("Runtime", "java25");
        function.value("FunctionName");
        requireNoRepeats(function.block("EventInvokeConfig"));
        return new FunctionSpec(
                id,
                resources.name(id),
                resources.functionArn(id),
                directory.resolve(function.text("CodeUri")),
                function.text("Handler"),
                Duration.ofSeconds(function.number("Timeout").orElse(TIMEOUT_SECONDS)),
                function.number("MemorySize").orElse(MEMORY_MEGABYTES),
                function.number("ReservedConcurrentExecutions"),
                environment(function.block("Environment")),
                policies(function.value("Policies")),
                sources(id, function.value("Events")));
    }

    /** For scheduled invocations, which Lambda retries twice by default and this emulator never does. */
    private static void requireNoRepeats(TemplateNode asynchronous) {
        if (asynchronous.number("MaximumRetryAttempts").orElse(0) != 0) {
            throw new TemplateProblem(asynchronous.place()
                    + ": the emulator does not retry asynchronous invocations; MaximumRetryAttempts must be 0.");
        }
        asynchronous.ignore(Set.of("MaximumEventAgeInSeconds")).nothingElse();
    }

    private static Map<String, String> environment(TemplateNode environment) {
        Map<String, String> variables = new LinkedHashMap<>();
        environment.value("Variables").properties().forEach(entry -> {
            if (!entry.getValue().isValueNode()) {
                throw new TemplateProblem(environment.place() + ": " + entry.getKey() + " must be a text.");
            }
            variables.put(entry.getKey(), entry.getValue().asText());
        });
        environment.nothingElse();
        return variables;
    }

    private static List<JsonNode> policies(JsonNode policies) {
        if (policies.isMissingNode()) {
            return List.of();
        }
        return policies.isArray() ? policies.valueStream().toList() : List.of(policies);
    }

    private List<SourceSpec> sources(String id, JsonNode events) {
        List<SourceSpec> sources = new ArrayList<>();
        events.properties().forEach(entry -> {
            TemplateNode event = new TemplateNode(id + ".Events." + entry.getKey(), entry.getValue());
            TemplateNode properties = event.block("Properties");
            if (event.oneOf("Type", "Api", "Schedule").equals("Api")) {
                routes.route(id, properties);
            } else {
                SourceReader.schedule(entry.getKey(), properties).ifPresent(sources::add);
            }
            properties.nothingElse();
            event.nothingElse();
        });
        return List.copyOf(sources);
    }
}
