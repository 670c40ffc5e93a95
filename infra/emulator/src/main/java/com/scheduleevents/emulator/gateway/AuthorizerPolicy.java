package com.scheduleevents.emulator.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/**
 * An authorizer's response: an IAM policy and a context (developer guide, "Output from an API Gateway Lambda authorizer").
 *
 * @param statements of the policy document
 * @param context values as strings, including the principalId
 */
record AuthorizerPolicy(List<Statement> statements, Map<String, String> context) {

    private static final String INVOKE = "execute-api:Invoke";

    /**
     * @param allow whether the effect is Allow rather than Deny
     * @param actions with wildcards
     * @param resources with wildcards
     */
    record Statement(boolean allow, List<String> actions, List<String> resources) {

        private boolean covers(String methodArn) {
            return actions.stream().anyMatch(action -> matches(action, INVOKE))
                    && resources.stream().anyMatch(resource -> matches(resource, methodArn));
        }
    }

    /** @throws IllegalArgumentException when the response is not in the documented form */
    static AuthorizerPolicy of(JsonNode response) {
        JsonNode statements = response.path("policyDocument").path("Statement");
        require(response.path("principalId").isTextual(), "principalId is not a string");
        require(statements.isArray() || statements.isObject(), "policyDocument has no Statement");
        List<Statement> read = statements.isObject()
                ? List.of(statement(statements))
                : StreamSupport.stream(statements.spliterator(), false)
                        .map(AuthorizerPolicy::statement)
                        .toList();
        return new AuthorizerPolicy(read, context(response));
    }

    /** IAM's rule: an explicit denial wins, and what is not allowed is denied. */
    boolean allows(String methodArn) {
        List<Statement> covering = statements.stream()
                .filter(statement -> statement.covers(methodArn))
                .toList();
        return !covering.isEmpty() && covering.stream().allMatch(Statement::allow);
    }

    private static Statement statement(JsonNode statement) {
        String effect = statement.path("Effect").asText();
        require(effect.equals("Allow") || effect.equals("Deny"), "Effect is neither Allow nor Deny");
        return new Statement(
                effect.equals("Allow"), strings(statement.path("Action")), strings(statement.path("Resource")));
    }

    private static List<String> strings(JsonNode oneOrMany) {
        require(!oneOrMany.isMissingNode(), "a statement lacks Action or Resource");
        return oneOrMany.isArray()
                ? StreamSupport.stream(oneOrMany.spliterator(), false)
                        .map(JsonNode::asText)
                        .toList()
                : List.of(oneOrMany.asText());
    }

    private static Map<String, String> context(JsonNode response) {
        Map<String, String> context = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : response.path("context").properties()) {
            require(
                    entry.getValue().isValueNode(),
                    "context." + entry.getKey() + " is neither string, number nor boolean");
            if (!entry.getValue().isNull()) {
                context.put(entry.getKey(), entry.getValue().asText());
            }
        }
        context.put("principalId", response.path("principalId").asText());
        return Map.copyOf(context);
    }

    private static boolean matches(String wildcards, String value) {
        String regex = Pattern.quote(wildcards).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
        return Pattern.compile(regex, Pattern.DOTALL).matcher(value).matches();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("The authorizer's response is malformed: " + otherwise + ".");
        }
    }
}
