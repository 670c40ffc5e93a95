package com.scheduleevents.api.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A response of the API, without the headers that every response has.
 *
 * @param status the HTTP status code
 * @param headers the headers of this response in particular
 * @param body JSON, unless a header says otherwise; empty when there is no body
 */
public record Response(int status, Map<String, String> headers, Optional<String> body) {

    private static final String ETAG = "ETag";

    private static final ObjectReader READER = JsonMapper.builder().build().reader();

    /** A variable of a path. */
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    /** Components become fields with names in snake case, in the order of their declaration. */
    private static final ObjectWriter JSON = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build()
            .writer();

    /** Keeps a copy of the headers. */
    public Response {
        headers = Map.copyOf(headers);
    }

    /** The same response with one more header. */
    public Response with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Response(status, more, body);
    }

    /** The same response with the entity tag of its resource, in quotation marks (RFC 9110, section 8.8.3). */
    public Response tagged(String tag) {
        return with(ETAG, tag);
    }

    /** The entity tag, with which a client that has the same already need not receive it again. */
    Optional<String> entityTag() {
        return Optional.ofNullable(headers.get(ETAG));
    }

    /** A path whose variables have the values of the request's path, or else of the fields of this response's body. */
    String filledIn(String path, Request request) {
        return VARIABLE.matcher(path).replaceAll(variable -> {
            String name = variable.group(1);
            return Matcher.quoteReplacement(request.hasPathVariable(name) ? request.pathVariable(name) : field(name));
        });
    }

    /** Reads no further than to the field. */
    private String field(String name) {
        try (JsonParser json = READER.createParser(body.orElse("{}"))) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = json.currentName().equals(name);
                json.nextToken();
                if (found) {
                    return json.getText();
                }
                json.skipChildren();
            }
            throw new IllegalStateException("the body has no field " + name);
        } catch (IOException e) {
            throw new IllegalStateException("a body that is not JSON has no field " + name, e);
        }
    }

    /**
     * A response with a JSON body.
     *
     * @param body a record that describes the JSON
     */
    public static Response json(int status, Object body) {
        try {
            return raw(status, JSON.writeValueAsString(body));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a response cannot be written as JSON", e);
        }
    }

    /**
     * A response with a body that is JSON already.
     *
     * @param json sent as it is
     */
    public static Response raw(int status, String json) {
        return new Response(status, Map.of(), Optional.of(json));
    }

    /** A response with status 200, a resource that never changes, and its entity tag (RFC 9110, section 13.1.2). */
    public static Response immutable(String json, String tag) {
        return new Response(200, Map.of(ETAG, "\"" + tag + "\""), Optional.of(json));
    }

    /**
     * A response with status 200 and a file, which is text.
     *
     * @param type its media type
     * @param tag its entity tag
     * @param caching the value of {@code Cache-Control}
     */
    public static Response file(String type, String text, String tag, String caching) {
        return new Response(
                200,
                Map.of("Content-Type", type, ETAG, "\"" + tag + "\"", "Cache-Control", caching),
                Optional.of(text));
    }

    /**
     * A response with status 303, which leads to another page and tells browsers and caches nothing else.
     *
     * @param location the page, relative to the URL of the request
     */
    public static Response seeOther(String location) {
        return new Response(303, Map.of("Location", location), Optional.empty());
    }

    /** A response with status 204 and no body. */
    public static Response noContent() {
        return new Response(204, Map.of(), Optional.empty());
    }

    /**
     * A response with status 200 and a page of a list.
     *
     * @param data the elements, each a record that describes its JSON
     * @param next the cursor of the next page; empty on the last page
     */
    public static Response page(List<?> data, Optional<String> next) {
        return json(200, new PageJson(data, next.isPresent(), next.orElse(null)));
    }
}
