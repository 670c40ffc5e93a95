package com.scheduleevents.ministack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts template.yaml to what MiniStack supports. The runtime becomes one that starts a {@code bootstrap}, without
 * snapshots; there are no versions, so that invoking an alias invokes the function, and nothing has to keep snapshots; {@code ANY}
 * becomes the methods; gateway responses are left out, because MiniStack does not support them, and alarms and the dashboard, because
 * it computes no metric math; a filter names an attribute that must not be there without its type, because MiniStack finds no attribute in one that
 * is not there; queues have as few concurrent invocations as Lambda allows, because each is a Java process here, which
 * shares the machine with all others, so that functions also have more time. Nothing else changes.
 */
final class MiniStackTemplate {

    /** OPTIONS only where {@code ANY} needs no authorizer: beside each other one, template.yaml declares it without. */
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Lambda's minimum. */
    private static final int MAXIMUM_CONCURRENCY = 2;

    /** How much longer functions that have at most a minute may take; visibility timeouts are still longer. */
    private static final int TIME_STRETCH = 3;

    private static final int STRETCHED_UP_TO = 60;

    private static final Set<String> LEFT_OUT =
            Set.of("AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard", "AWS::Logs::MetricFilter");

    private static final String RUNTIME = "provided.al2023";
    /** {@code !Ref Function.Alias} and {@code !Sub ${Function.Alias}} mean the same. */
    private static final Pattern ALIAS = Pattern.compile("(\\$\\{)?(?<function>\\w+)\\.Alias}?");

    /** An attribute that must not be there: AWS looks at the value of its type, MiniStack at the attribute. */
    private static final Pattern ABSENT = Pattern.compile("\\{\"\\w+\":(\\[\\{\"exists\":false}])}");

    private static final Set<String> VERSIONS = Set.of(
            "SnapStart",
            "AutoPublishAlias",
            "AutoPublishAliasAllProperties",
            "VersionDeletionPolicy",
            "DeploymentPreference");

    private MiniStackTemplate() {}

    /**
     * The template for MiniStack.
     *
     * @param template template.yaml, with short tags expanded
     * @param packages gives the directory that replaces a jar
     */
    static ObjectNode of(JsonNode template, UnaryOperator<String> packages) {
        ObjectNode derived = template.deepCopy();
        ObjectNode defaults =
                derived.withObject("Globals").withObject("Function").put("Runtime", RUNTIME);
        withoutVersions(defaults);
        withMoreTime(defaults);
        derived.withObject("Resources")
                .removeIf(resource -> LEFT_OUT.contains(resource.path("Type").asText()));
        derived.path("Resources").forEach(resource -> {
            if (resource.path("Properties") instanceof ObjectNode properties) {
                derive(resource.path("Type").asText(), properties, packages);
            }
        });
        return derived;
    }

    private static void derive(String type, ObjectNode properties, UnaryOperator<String> packages) {
        switch (type) {
            case "AWS::Serverless::Function" -> derive(properties, packages);
            case "AWS::Serverless::Api" -> derive(properties);
            case "AWS::Lambda::EventSourceMapping" -> deriveMapping(properties);
            default -> {
                // MiniStack supports it unchanged.
            }
        }
    }

    private static void derive(ObjectNode function, UnaryOperator<String> packages) {
        withoutVersions(function);
        withMoreTime(function);
        function.put("CodeUri", packages.apply(function.path("CodeUri").asText()));
        if (function.path("Events") instanceof ObjectNode events) {
            events.remove("KeepActive");
            List.copyOf(events.properties()).forEach(event -> spellOut(events, event));
        }
    }

    private static void deriveMapping(ObjectNode mapping) {
        withoutAlias(mapping, "FunctionName");
        if (mapping.path("ScalingConfig") instanceof ObjectNode scaling) {
            scaling.put("MaximumConcurrency", MAXIMUM_CONCURRENCY);
        }
        mapping.path("FilterCriteria").path("Filters").forEach(filter -> ((ObjectNode) filter)
                .put("Pattern", ABSENT.matcher(filter.path("Pattern").asText()).replaceAll("$1")));
    }

    /** Removes the properties that publish versions: Lambda takes snapshots only of versions of its own runtimes. */
    private static void withoutVersions(ObjectNode function) {
        function.remove(VERSIONS);
    }

    private static void withMoreTime(ObjectNode function) {
        int seconds = function.path("Timeout").asInt();
        if (seconds > 0 && seconds <= STRETCHED_UP_TO) {
            function.put("Timeout", seconds * TIME_STRETCH);
        }
    }

    private static void derive(ObjectNode api) {
        api.remove("GatewayResponses");
        api.path("Auth")
                .path("Authorizers")
                .forEach(authorizer -> withoutAlias((ObjectNode) authorizer, "FunctionArn"));
    }

    private static void withoutAlias(ObjectNode properties, String name) {
        JsonNode invoked = properties.path(name);
        Matcher alias =
                ALIAS.matcher(invoked.path("Ref").asText(invoked.path("Fn::Sub").asText()));
        if (alias.matches()) {
            properties
                    .putObject(name)
                    .putArray("Fn::GetAtt")
                    .add(alias.group("function"))
                    .add("Arn");
        }
    }

    private static void spellOut(ObjectNode events, Map.Entry<String, JsonNode> event) {
        JsonNode any = event.getValue();
        if (!any.path("Properties").path("Method").asText().equals("ANY")) {
            return;
        }
        events.remove(event.getKey());
        boolean open = any.path("Properties").has("Auth");
        for (String method : METHODS.subList(0, open ? METHODS.size() : METHODS.size() - 1)) {
            ObjectNode one = any.deepCopy();
            one.withObject("Properties").put("Method", method);
            events.set(event.getKey() + method.charAt(0) + method.substring(1).toLowerCase(java.util.Locale.ROOT), one);
        }
    }
}
