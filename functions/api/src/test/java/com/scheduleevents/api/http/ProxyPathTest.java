package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.time.InstantSource;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests requests to paths of which the gateway knows only the beginning. */
class ProxyPathTest {

    @ParameterizedTest
    @CsvSource({
        "parts,               /things/{thing_id}/parts,                 thing_id=a",
        "parts/,              /things/{thing_id}/parts,                 thing_id=a",
        "parts/b,             /things/{thing_id}/parts/{part_id},       thing_id=a part_id=b",
        "parts/parts,         /things/{thing_id}/parts/{part_id},       thing_id=a part_id=parts",
        "parts/b/send,        /things/{thing_id}/parts/{part_id}/send,  thing_id=a part_id=b",
    })
    void findsTheRouteBelowAPathOfTheGateway(String rest, String resource, String variables) {
        Endpoint endpoint = endpoint(Stream.of("/parts", "/parts/{part_id}", "/parts/{part_id}/send", "/whole")
                .map(below -> new Route(
                        "GET",
                        "/things/{thing_id}" + below,
                        Scope.EVENTS_READ,
                        (request, _) ->
                                Response.raw(200, "{\"is\":\"" + request.resource() + " " + named(request) + "\"}")))
                .toArray(Route[]::new));

        assertThat(send(endpoint, below("GET", rest)).text())
                .isEqualTo("{\"is\":\"" + resource + " " + variables + "\"}");
    }

    private static String named(Request request) {
        return Stream.of("thing_id", "part_id")
                .filter(request::hasPathVariable)
                .map(name -> name + "=" + request.pathVariable(name))
                .collect(Collectors.joining(" "));
    }

    /** The gateway decodes the rest of a path, so a coded slash is one. */
    @ParameterizedTest
    @ValueSource(strings = {"nothing", "parts/b/c", "parts//send", "/parts", "parts/b/send/again", "PARTS", "{proxy+}"})
    void saysThatThereIsNothingBelowAPath(String rest) {
        Endpoint endpoint = endpoint(
                new Route("GET", "/things/{thing_id}/parts", Scope.EVENTS_READ, (_, _) -> Response.raw(200, "{}")),
                new Route(
                        "GET",
                        "/things/{thing_id}/parts/{part_id}/send",
                        Scope.EVENTS_READ,
                        (_, _) -> Response.raw(200, "{}")));

        send(endpoint, below("GET", rest)).assertError(404, "unknown_path", "-");
        send(endpoint, below("POST", rest)).assertError(404, "unknown_path", "-");
        send(endpoint, below("OPTIONS", rest)).assertError(404, "unknown_path", "-");
        assertThat(send(endpoint, below("GET", rest)).header("RateLimit")).isNotEmpty();
        assertThat(send(endpoint, below("GET", "parts")).status()).isEqualTo(200);
        send(endpoint, below("POST", "parts")).assertError(405, "method_not_allowed", "-");
    }

    /** A function may have routes that everybody may call beside one for all paths below another. */
    @Test
    void nothingBelowAPathIsOpen() {
        Endpoint endpoint = new Endpoint(
                new RequestGate(
                        Cors.NONE,
                        _ -> {
                            throw new ApiException(ErrorCode.MISSING_API_KEY, null, "Send a key.");
                        },
                        TestWiring.create().sharedTokens(),
                        InstantSource.system(),
                        new InMemoryMetrics()),
                Route.open("/things/{thing_id}/parts", _ -> Response.raw(200, "{}")));
        ApiRequest nothing =
                ApiRequest.open("GET", "/things/{thing_id}/{proxy+}").path("proxy", "nothing");

        assertThat(send(endpoint, nothing).status()).isEqualTo(401);
    }

    private static ApiRequest below(String method, String rest) {
        return ApiRequest.of(Callers.FULL, method, "/things/{thing_id}/{proxy+}")
                .path("thing_id", "a")
                .path("proxy", rest)
                .found("requests_per_second", "100");
    }

    private static Endpoint endpoint(Route... routes) {
        return new Endpoint(Callers.gate(InstantSource.system(), new InMemoryMetrics()), routes);
    }

    private static ApiResponse send(Endpoint endpoint, ApiRequest request) {
        return new ApiResponse(endpoint.handle(request.build(), null));
    }
}
