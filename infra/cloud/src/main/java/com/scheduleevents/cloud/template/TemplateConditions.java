package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;

/** Evaluates the template's conditions. */
final class TemplateConditions {

    private final JsonNode declared;
    private final Intrinsics intrinsics;

    TemplateConditions(JsonNode declared, Intrinsics intrinsics) {
        this.declared = declared;
        this.intrinsics = intrinsics;
    }

    /** Whether the named condition holds. */
    boolean holds(String name) {
        if (!declared.has(name)) {
            throw new TemplateProblem("There is no condition " + name + " in the template.");
        }
        return evaluate(declared.path(name));
    }

    private boolean evaluate(JsonNode condition) {
        if (!condition.isObject() || condition.size() != 1) {
            throw new TemplateProblem("This is no condition: " + condition + ".");
        }
        String function = condition.fieldNames().next();
        JsonNode argument = condition.path(function);
        return switch (function) {
            case "Condition" -> holds(argument.asText());
            case "Fn::Equals" -> intrinsics.text(argument.path(0)).equals(intrinsics.text(argument.path(1)));
            case "Fn::Not" -> !evaluate(argument.path(0));
            case "Fn::And" -> argument.valueStream().allMatch(this::evaluate);
            case "Fn::Or" -> argument.valueStream().anyMatch(this::evaluate);
            default -> throw new TemplateProblem("The condition function " + function + " is not known.");
        };
    }
}
