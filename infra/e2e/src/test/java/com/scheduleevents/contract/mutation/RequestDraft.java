package com.scheduleevents.contract.mutation;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request whose path variables and API key are still placeholders.
 *
 * @param path as in the contract
 * @param variables values for path variables, in place of existing ids
 * @param query percent-encoded, without its question mark; may be empty
 * @param headers by name as sent; {@link #KEY} is the placeholder of the API key
 * @param body empty: none
 */
public record RequestDraft(
        String method,
        String path,
        Map<String, String> variables,
        String query,
        Map<String, String> headers,
        String body) {

    /** The placeholder of the API key in a header. */
    public static final String KEY = "{key}";

    public static final String AUTHORIZATION = "Authorization";
    public static final String CONTENT_TYPE = "Content-Type";

    RequestDraft withMethod(String other) {
        return new RequestDraft(other, path, variables, query, headers, body);
    }

    RequestDraft withVariable(String name, String value) {
        return new RequestDraft(method, path, Map.of(name, value), query, headers, body);
    }

    /** The same request with other path variables. */
    public RequestDraft withVariables(Map<String, String> values) {
        return new RequestDraft(method, path, Map.copyOf(values), query, headers, body);
    }

    /** The same request with another query. */
    public RequestDraft withQuery(String other) {
        return new RequestDraft(method, path, variables, other, headers, body);
    }

    /** The same request with another body. */
    public RequestDraft withBody(String other) {
        return new RequestDraft(method, path, variables, query, headers, other);
    }

    /** @param value null: without the header */
    public RequestDraft withHeader(String name, @Nullable String value) {
        Map<String, String> others = new TreeMap<>(headers);
        if (value == null) {
            others.remove(name);
        } else {
            others.put(name, value);
        }
        return new RequestDraft(method, path, variables, query, others, body);
    }

    /** The same header with its name in another case. */
    RequestDraft withHeaderRenamed(String name, String other) {
        String value = headers.getOrDefault(name, "");
        return withHeader(name, null).withHeader(other, value);
    }
}
