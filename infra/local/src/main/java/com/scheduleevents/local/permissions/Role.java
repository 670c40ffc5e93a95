package com.scheduleevents.local.permissions;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.local.template.FunctionSpec;
import com.scheduleevents.local.template.TemplateProblem;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a function may do: every pair of an action and a resource that its policies name.
 *
 * <p>The rule is IAM's (IAM User Guide, "Policy evaluation logic"): what a statement denies is denied, whatever else allows it;
 * what no statement allows is denied too.
 *
 * @param allowed pairs that are allowed
 * @param denied pairs that are denied expressly
 */
record Role(Set<Grant> allowed, Set<Grant> denied) {

    /** What a statement may have here; the rest of IAM's language changes who is meant, and would be read wrongly. */
    private static final Set<String> UNDERSTOOD = Set.of("Sid", "Effect", "Action", "Resource");

    Role {
        allowed = Set.copyOf(allowed);
        denied = Set.copyOf(denied);
    }

    /** @throws TemplateProblem when a policy is written in a way that is not known here */
    static Role of(FunctionSpec function) {
        Set<Grant> allowed = new LinkedHashSet<>();
        Set<Grant> denied = new LinkedHashSet<>();
        for (JsonNode policy : function.policies()) {
            if (!policy.has("Statement")) {
                throw problem(function, "the policy " + policy + " has no Statement");
            }
            for (JsonNode statement : several(policy.path("Statement"))) {
                requireUnderstood(function, statement);
                effect(function, statement, allowed, denied).addAll(pairs(statement));
            }
        }
        return new Role(allowed, denied);
    }

    private static void requireUnderstood(FunctionSpec function, JsonNode statement) {
        statement
                .propertyStream()
                .map(java.util.Map.Entry::getKey)
                .filter(name -> !UNDERSTOOD.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw problem(function, "a statement has " + name);
                });
    }

    private static Set<Grant> effect(FunctionSpec function, JsonNode statement, Set<Grant> allowed, Set<Grant> denied) {
        return switch (statement.path("Effect").asText()) {
            case "Allow" -> allowed;
            case "Deny" -> denied;
            default -> throw problem(function, "the Effect of a statement is neither Allow nor Deny");
        };
    }

    private static List<Grant> pairs(JsonNode statement) {
        return several(statement.path("Action")).stream()
                .flatMap(action -> several(statement.path("Resource")).stream()
                        .map(resource -> new Grant(action.asText(), resource.asText())))
                .toList();
    }

    private static List<JsonNode> several(JsonNode oneOrMore) {
        return oneOrMore.isArray() ? oneOrMore.valueStream().toList() : List.of(oneOrMore);
    }

    private static TemplateProblem problem(FunctionSpec function, String what) {
        return new TemplateProblem(function.id() + ".Policies: " + what
                + ", which is not known to the local cloud. Write statements of Effect, Action and Resource.");
    }

    /** Whether a statement denies it expressly. */
    boolean forbids(Need need) {
        return denied.stream().anyMatch(grant -> grant.covers(need));
    }

    /** The pairs that allow it; none means that it is denied. */
    List<Grant> allowing(Need need) {
        return allowed.stream().filter(grant -> grant.covers(need)).toList();
    }
}
