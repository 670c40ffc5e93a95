package com.scheduleevents.cli.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.scheduleevents.cli.output.Listing;
import com.scheduleevents.cli.process.Pause;
import com.scheduleevents.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Requests to the API with one API key. A request that was refused because of its rate, and one that can be repeated without harm, is
 * sent again after a wait. No redirect is followed, so the key goes to no other host.
 */
public final class ApiSession implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(10);

    /** Longer than API Gateway takes for its longest response, 29 s. */
    private static final Duration RESPONSE = Duration.ofSeconds(60);

    private static final int TRIES = 4;

    /** A longer wait is left to the user. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private static final int PAGE = 100;

    /** So many pages in a row are read without an element, each of which looks at 1,000 to 2,000. */
    public static final int SEARCHED_PAGES = 20;

    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final URI base;
    private final String key;
    private final Pause pause;
    private volatile boolean changing;

    /**
     * @param base the base URL of the API, without the version
     * @param key the API key
     */
    public ApiSession(URI base, String key, Pause pause) {
        this.base = base;
        this.key = key;
        this.pause = pause;
    }

    /** The path of a route. Whatever is in a part, it stays one part. */
    public static String path(String... parts) {
        return Arrays.stream(parts).map(QueryString::encoded).collect(Collectors.joining("/", "/v1/", ""));
    }

    /** Reads an object. */
    public JsonNode get(String path) {
        return get(path, QueryString.NONE);
    }

    /** Reads an object, byte for byte as the API sends it. */
    public String text(String path) {
        return exchange(ApiCall.of("GET", path)).body();
    }

    /** Reads a page of a list. */
    public JsonNode get(String path, QueryString parameters) {
        return send(ApiCall.of("GET", path + parameters.query())).body();
    }

    /** Posts without a body, under an idempotency key of its own, so that it can be repeated when its response is lost. */
    public JsonNode postOnce(String path) {
        return send(ApiCall.once(path, Optional.empty())).body();
    }

    /** Posts a body, under an idempotency key of its own, so that it can be repeated when its response is lost. */
    public JsonNode postOnce(String path, JsonNode body) {
        return send(ApiCall.once(path, Optional.of(body))).body();
    }

    /** Posts a body to a path that takes no idempotency key. */
    public JsonNode post(String path, JsonNode body) {
        return send(new ApiCall("POST", path, Optional.of(body), Map.of())).body();
    }

    /** Sends the request of any operation. */
    public ApiResult send(ApiCall call) {
        HttpResponse<String> response = exchange(call);
        JsonNode body =
                json(response).orElseThrow(() -> new ApiFailure(response.statusCode(), MissingNode.getInstance()));
        return new ApiResult(body, response.headers().firstValue("ETag"));
    }

    /** Deletes an object. */
    public JsonNode delete(String path) {
        return send(ApiCall.of("DELETE", path)).body();
    }

    /**
     * Reads the beginning of a list, page after page, however many of them are empty.
     *
     * @param max at most this many elements
     */
    public List<JsonNode> list(String path, QueryString parameters, int max) {
        return read(path, parameters, Optional.empty(), max, Integer.MAX_VALUE).elements();
    }

    /**
     * Reads a part of a list, page after page, and gives up after {@link #SEARCHED_PAGES} pages without an element: a filter may drop
     * whatever a page looks at.
     *
     * @param after the cursor after which it begins; empty for its beginning
     * @param max at most this many elements
     */
    public Listing search(String path, QueryString parameters, Optional<String> after, int max) {
        return read(path, parameters, after, max, SEARCHED_PAGES);
    }

    /** Reads a list from a cursor to its end, however long that takes; empty for all of it. */
    public Listing rest(String path, QueryString parameters, Optional<String> after) {
        return read(path, parameters, after, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    private Listing read(String path, QueryString parameters, Optional<String> after, int max, int patience) {
        List<JsonNode> elements = new ArrayList<>();
        Optional<String> next = after;
        int emptyPages = 0;
        do {
            JsonNode page = get(
                    path,
                    parameters
                            .with("starting_after", next)
                            .with("limit", Integer.toString(Math.min(PAGE, max - elements.size()))));
            page.path("data").forEach(elements::add);
            emptyPages = page.path("data").isEmpty() ? emptyPages + 1 : 0;
            next = Optional.of(page)
                    .filter(read -> read.path("has_more").asBoolean())
                    .map(read -> read.path("next_cursor").asText());
        } while (next.isPresent() && elements.size() < max && emptyPages < patience);
        return new Listing(elements, next);
    }

    /** Whether a request was sent that may have changed something. */
    boolean mayHaveChanged() {
        return changing;
    }

    @Override
    public void close() {
        http.close();
    }

    /** Sends a request until it has a response of success. */
    private HttpResponse<String> exchange(ApiCall call) {
        for (int tries = 1; ; tries++) {
            try {
                HttpRequest request = request(call);
                changing |= !call.method().equals("GET");
                HttpResponse<String> response = http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
                if (response.statusCode() < 300) {
                    return response;
                }
                Optional<Duration> wait = wait(call, response, tries);
                if (wait.isEmpty()) {
                    throw new ApiFailure(response.statusCode(), json(response).orElse(MissingNode.getInstance()));
                }
                pause.pause(wait.get());
            } catch (IOException e) {
                if (!call.isRepeatable() || tries == TRIES) {
                    throw new CommandFailure(
                            "The API at " + base + " could not be reached, or did not respond in time"
                                    + (call.isRepeatable()
                                            ? "."
                                            : ": check what the command has done before you repeat it."),
                            e);
                }
                waitFor(Duration.ofSeconds(tries));
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    /** How long to wait before the request is sent again; empty when it is not. */
    private static Optional<Duration> wait(ApiCall call, HttpResponse<String> response, int tries) {
        boolean refused = response.statusCode() == TOO_MANY_REQUESTS;
        boolean failed = response.statusCode() >= 500 && call.isRepeatable();
        if (tries == TRIES || (!refused && !failed && !isUnderWay(call, response))) {
            return Optional.empty();
        }
        Duration wait = response.headers()
                .firstValue("Retry-After")
                .filter(seconds -> seconds.matches("[0-9]{1,6}"))
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(Duration.ofSeconds(tries));
        return Optional.of(wait).filter(time -> time.compareTo(LONGEST_WAIT) <= 0);
    }

    /** Whether an earlier try, whose response did not come, is still being processed. */
    private static boolean isUnderWay(ApiCall call, HttpResponse<String> response) {
        return call.hasIdempotencyKey()
                && response.statusCode() == CONFLICT
                && json(response)
                        .map(body -> body.path("error").path("code").asText())
                        .filter("concurrent_changes"::equals)
                        .isPresent();
    }

    private HttpRequest request(ApiCall call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + call.target()))
                .timeout(RESPONSE)
                .header("Authorization", "Bearer " + key)
                .header("Accept", "application/json")
                .header("User-Agent", "clinic-events")
                .method(
                        call.method(),
                        call.body()
                                .map(JsonNode::toString)
                                .map(BodyPublishers::ofString)
                                .orElseGet(BodyPublishers::noBody));
        call.body().ifPresent(_ -> request.header("Content-Type", "application/json"));
        call.headers().forEach(request::header);
        return request.build();
    }

    /** The JSON of a response; missing where it has no body; empty where it has something else. */
    private static Optional<JsonNode> json(HttpResponse<String> response) {
        try {
            return Optional.of(response.body().isBlank() ? MissingNode.getInstance() : JSON.readTree(response.body()));
        } catch (JsonProcessingException _) {
            return Optional.empty();
        }
    }

    private void waitFor(Duration time) {
        try {
            pause.pause(time);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static CommandFailure interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new CommandFailure("The command was interrupted: check what it has done before you repeat it.", e);
    }
}
