package com.scheduleevents.contract.mutation;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request, before it is known what there is for its path to name, and whose key it carries.
 *
 * @param path as the contract writes it
 * @param variables what stands in the path instead of something that exists
 * @param query percent-encoded, without its question mark; may be empty
 * @param headers their names as sent; {@link #KEY} stands for the API key
 * @param body empty: none
 */
public record RequestDraft(
        String method,
        String path,
        Map<String, String> variables,
        String query,
        Map<String, String> headers,
        String body) {

    /** Stands in a header for the API key. */
    public static final String KEY = "{key}";

    public static final String AUTHORIZATION = "Authorization";
    public static final String CONTENT_TYPE = "Content-Type";

    RequestDraft withMethod(String other) {
        return new RequestDraft(other, path, variables, query, headers, body);
    }

    RequestDraft withVariable(String name, String value) {
        return new RequestDraft(method, path, Map.of(name, value), query, headers, body);
    }

    /** The same request, but for that. */
    public RequestDraft withVariables(Map<String, String> values) {
        return new RequestDraft(method, path, Map.copyOf(values), query, headers, body);
    }

    /** The same request, but for that. */
    public RequestDraft withQuery(String other) {
        return new RequestDraft(method, path, variables, other, headers, body);
    }

    /** The same request, but for that. */
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

    /** The same header under a name in other letters. */
    RequestDraft withHeaderRenamed(String name, String other) {
        String value = headers.getOrDefault(name, "");
        return withHeader(name, null).withHeader(other, value);
    }
}
