package com.scheduleevents.contract.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.scheduleevents.contract.Exchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends requests with an API key.
 *
 * @param key its secret
 */
public record ApiClient(HttpClient http, URI api, String key) {

    /** Matches a variable in a path of the contract. */
    public static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Parses JSON; returns a missing node for an empty text. */
    public static JsonNode read(String text) {
        try {
            return text.isEmpty() ? MissingNode.getInstance() : JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    /** Sends a request; path variables come from the draft or else from the ids. */
    public Exchange send(RequestDraft draft, Map<String, String> ids) {
        String path = VARIABLE.matcher(draft.path())
                .replaceAll(variable -> Matcher.quoteReplacement(draft.variables()
                        .getOrDefault(variable.group(1), ids.getOrDefault(variable.group(1), "none"))));
        URI url = URI.create(api + path + (draft.query().isEmpty() ? "" : "?" + draft.query()));
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .method(
                        draft.method(),
                        draft.body().isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(draft.body()));
        draft.headers().forEach((name, value) -> request.header(name, value.replace(RequestDraft.KEY, key)));
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return new Exchange(
                    draft.method(),
                    url,
                    draft.headers(),
                    draft.body(),
                    response.statusCode(),
                    response.headers().map(),
                    response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(draft.method() + " " + url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
