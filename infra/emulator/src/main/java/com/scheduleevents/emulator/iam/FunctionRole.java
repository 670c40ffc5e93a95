package com.scheduleevents.emulator.iam;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.TemplateProblem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The permissions of a function: the actions and resources that its policies name.
 *
 * <p>The rule is IAM's (IAM User Guide, "Policy evaluation logic"): an explicit denial overrides any allowance, and
 * what no statement allows is denied.
 *
 * @param allowed pairs that are allowed
 * @param denied pairs that are denied explicitly
 */
record FunctionRole(Set<AllowedAction> allowed, Set<AllowedAction> denied) {

    /** The supported elements of a statement; others change its meaning and must not be ignored. */
    private static final Set<String> UNDERSTOOD = Set.of("Sid", "Effect", "Action", "Resource");

    /** The operator of the condition that limits an allowance to items with some keys. */
    private static final String ALL_LIKE = "ForAllValues:StringLike";

    private static final String LEADING_KEYS = "dynamodb:LeadingKeys";

    /** The key of a condition that limits a statement to calls of functions' code, which all calls here are. */
    private static final String OF_FUNCTION_CODE = "lambda:SourceFunctionArn";

    FunctionRole {
        allowed = Set.copyOf(allowed);
        denied = Set.copyOf(denied);
    }

    /** @throws TemplateProblem when a policy uses something that is not supported */
    static FunctionRole of(FunctionSpec function) {
        Set<AllowedAction> allowed = new LinkedHashSet<>();
        Set<AllowedAction> denied = new LinkedHashSet<>();
        for (JsonNode policy : function.policies()) {
            if (!policy.has("Statement")) {
                throw problem(function, "the policy " + policy + " has no Statement");
            }
            for (JsonNode statement : several(policy.path("Statement"))) {
                requireUnderstood(function, statement);
                effect(function, statement, allowed, denied).addAll(pairs(statement));
            }
        }
        return new FunctionRole(allowed, denied);
    }

    private static void requireUnderstood(FunctionSpec function, JsonNode statement) {
        statement
                .propertyStream()
                .map(java.util.Map.Entry::getKey)
                .filter(name -> !UNDERSTOOD.contains(name)
                        && !(name.equals("Condition") && (deniesFunctionCode(statement) || limitsKeys(statement))))
                .findFirst()
                .ifPresent(name -> {
                    throw problem(function, "a statement has " + name);
                });
    }

    private static boolean deniesFunctionCode(JsonNode statement) {
        return statement.path("Effect").asText().equals("Deny")
                && statement
                        .path("Condition")
                        .valueStream()
                        .flatMap(JsonNode::propertyStream)
                        .allMatch(key -> key.getKey().equals(OF_FUNCTION_CODE));
    }

    private static boolean limitsKeys(JsonNode statement) {
        JsonNode condition = statement.path("Condition");
        return statement.path("Effect").asText().equals("Allow")
                && condition.size() == 1
                && condition.path(ALL_LIKE).size() == 1
                && condition.path(ALL_LIKE).path(LEADING_KEYS).size() > 0;
    }

    private static Set<AllowedAction> effect(
            FunctionSpec function, JsonNode statement, Set<AllowedAction> allowed, Set<AllowedAction> denied) {
        return switch (statement.path("Effect").asText()) {
            case "Allow" -> allowed;
            case "Deny" -> denied;
            default -> throw problem(function, "the Effect of a statement is neither Allow nor Deny");
        };
    }

    private static List<AllowedAction> pairs(JsonNode statement) {
        List<String> keys = statement
                .path("Condition")
                .path(ALL_LIKE)
                .path(LEADING_KEYS)
                .valueStream()
                .map(JsonNode::asText)
                .toList();
        return several(statement.path("Action")).stream()
                .flatMap(action -> several(statement.path("Resource")).stream()
                        .map(resource -> new AllowedAction(action.asText(), resource.asText(), keys)))
                .toList();
    }

    private static List<JsonNode> several(JsonNode oneOrMore) {
        return oneOrMore.isArray() ? oneOrMore.valueStream().toList() : List.of(oneOrMore);
    }

    private static TemplateProblem problem(FunctionSpec function, String what) {
        return new TemplateProblem(function.id() + ".Policies: " + what
                + ", which is not supported by the emulator. Write statements of Effect, Action and Resource.");
    }

    /** Whether a statement denies it explicitly. */
    boolean forbids(RequiredPermission need) {
        return denied.stream().anyMatch(grant -> grant.covers(need));
    }

    /** The pairs that allow it; empty when it is denied. */
    List<AllowedAction> allowing(RequiredPermission need) {
        return allowed.stream().filter(grant -> grant.covers(need)).toList();
    }
}
