package com.scheduleevents.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.e2e.RequiresCapability;
import com.scheduleevents.e2e.SharedClouds;
import com.scheduleevents.e2e.Target;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that the contract lists exactly the existing routes. */
@RequiresCapability(SharedClouds.STANDARD)
class RoutesTest {

    private final Contract contract = Contract.read();

    @Test
    void contractPathsEqualTheRoutesOfTheTemplate() throws IOException {
        RestApi api = Template.read(
                        Path.of("../../template.yaml"),
                        Map.of(),
                        PseudoParameters.local(URI.create("http://127.0.0.1:9324")))
                .api()
                .orElseThrow();
        // What needs no key is no operation of the API, but a page of the console.
        Set<RestApi.ApiRoute> wired =
                api.routes().stream().filter(route -> !route.open()).collect(Collectors.toSet());
        Map<String, Optional<RestApi.ApiRoute>> described = contract.operations().stream()
                .map(operation -> operation.path().substring(("/" + api.stage()).length()))
                .distinct()
                .collect(Collectors.toMap(path -> path, api::route));
        assertThat(described)
                .allSatisfy((path, route) -> assertThat(route).as(path).isPresent());
        assertThat(described.values().stream().flatMap(Optional::stream).collect(Collectors.toSet()))
                .isEqualTo(wired);
        // Of those for all paths below another, the function's own test compares the paths with the contract.
        assertThat(wired.stream().filter(RestApi.ApiRoute::isForAllBelow))
                .singleElement()
                .satisfies(route -> assertThat(route.function()).isEqualTo("WebhooksFunction"));
        // And no other one is taken for a path with a route of its own.
        assertThat(described).allSatisfy((path, route) -> assertThat(route.orElseThrow())
                .satisfiesAnyOf(
                        own -> assertThat(own.path()).isEqualTo(path),
                        below -> assertThat(below.isForAllBelow()).isTrue()));
    }

    /** The template routes every method to the function, which itself decides which methods it takes. */
    @Test
    void contractMethodsEqualTheAllowedMethods(Target target) throws IOException, InterruptedException {
        Map<String, List<Operation>> paths =
                contract.operations().stream().collect(Collectors.groupingBy(Operation::path));
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (Map.Entry<String, List<Operation>> path : paths.entrySet()) {
                Set<String> listed =
                        path.getValue().stream().map(Operation::method).collect(Collectors.toSet());
                Set<String> implied = listed.contains("GET") ? Set.of("HEAD", "OPTIONS") : Set.of("OPTIONS");
                Set<String> all =
                        Stream.concat(listed.stream(), implied.stream()).collect(Collectors.toSet());
                assertThat(allowed(client, target, path.getKey()))
                        .as(path.getKey())
                        .isEqualTo(all);
            }
        }
    }

    private static Set<String> allowed(HttpClient client, Target target, String path)
            throws IOException, InterruptedException {
        URI url = target.at(path.replaceAll("\\{[^}]+}", "x"));
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + target.key())
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                .build();
        String allow = client.send(request, BodyHandlers.discarding())
                .headers()
                .firstValue("Allow")
                .orElse("");
        return Set.of(allow.split(", "));
    }
}
