package com.scheduleevents.local.ministack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Makes of template.yaml what MiniStack carries out. The runtime becomes one that starts a {@code bootstrap}, {@code ANY}
 * becomes the methods, gateway responses are left out, because MiniStack does not answer with them, so are alarms and the
 * dashboard, because it takes no sums of metrics, and queues have as few invocations at once as Lambda allows, because each is
 * a Java process here. Nothing else changes.
 */
final class Derivation {

    /** OPTIONS is absent: template.yaml declares it beside each ANY, without an authorizer. */
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");

    /** The least that Lambda takes. */
    private static final int MAXIMUM_CONCURRENCY = 2;

    private static final Set<String> LEFT_OUT = Set.of("AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard");

    private static final String RUNTIME = "provided.al2023";

    private Derivation() {}

    /**
     * The template for MiniStack.
     *
     * @param template as template.yaml has it, short tags written out
     * @param packages gives the directory that takes the place of a jar
     */
    static ObjectNode of(JsonNode template, UnaryOperator<String> packages) {
        ObjectNode derived = template.deepCopy();
        ObjectNode defaults =
                derived.withObject("Globals").withObject("Function").put("Runtime", RUNTIME);
        withoutSnapshots(defaults);
        ((ObjectNode) derived.path("Resources"))
                .removeIf(resource -> LEFT_OUT.contains(resource.path("Type").asText()));
        derived.path("Resources").forEach(resource -> {
            ObjectNode properties = (ObjectNode) resource.path("Properties");
            switch (resource.path("Type").asText()) {
                case "AWS::Serverless::Function" -> derive(properties, packages);
                case "AWS::Serverless::Api" -> properties.remove("GatewayResponses");
                default -> {
                    // MiniStack takes it as it is.
                }
            }
        });
        return derived;
    }

    private static void derive(ObjectNode function, UnaryOperator<String> packages) {
        withoutSnapshots(function);
        function.put("CodeUri", packages.apply(function.path("CodeUri").asText()));
        if (function.path("Events") instanceof ObjectNode events) {
            List.copyOf(events.properties()).forEach(event -> spellOut(events, event));
            events.forEach(Derivation::slowDown);
        }
    }

    private static void slowDown(JsonNode event) {
        if (event.path("Properties").path("ScalingConfig") instanceof ObjectNode scaling) {
            scaling.put("MaximumConcurrency", MAXIMUM_CONCURRENCY);
        }
    }

    /** Lambda takes them of its own runtimes alone. */
    private static void withoutSnapshots(ObjectNode function) {
        function.remove("SnapStart");
    }

    private static void spellOut(ObjectNode events, Map.Entry<String, JsonNode> event) {
        JsonNode any = event.getValue();
        if (!any.path("Properties").path("Method").asText().equals("ANY")) {
            return;
        }
        events.remove(event.getKey());
        for (String method : METHODS) {
            ObjectNode one = any.deepCopy();
            one.withObject("Properties").put("Method", method);
            events.set(event.getKey() + method.charAt(0) + method.substring(1).toLowerCase(java.util.Locale.ROOT), one);
        }
    }
}
