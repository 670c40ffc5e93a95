package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the REST API from AWS::Serverless::Api and the functions' events of type Api. */
final class ApiReader {

    /** API Gateway's default. */
    private static final int DEFAULT_TTL_SECONDS = 300;

    private final List<RestApi.ApiRoute> routes = new ArrayList<>();
    private @Nullable Described described;

    /** The properties of the API resource; its authorizer is still an ARN. */
    private record Described(
            String stage,
            Optional<AuthorizerByArn> authorizer,
            Map<String, RestApi.GatewayResponse> responses,
            List<String> binaryMediaTypes,
            OptionalInt minimumCompressionSize) {}

    private record AuthorizerByArn(String functionArn, List<String> identityHeaders, int ttlSeconds) {}

    void route(String function, TemplateNode event) {
        event.ignore(Set.of("RestApiId", "TimeoutInMillis"));
        routes.add(new RestApi.ApiRoute(
                event.text("Path"),
                event.text("Method").toUpperCase(java.util.Locale.ROOT),
                function,
                event.has("Auth") && open(event.block("Auth"))));
    }

    /** The only supported setting of a route: that it needs no authorizer. */
    private static boolean open(TemplateNode auth) {
        auth.oneOf("Authorizer", "NONE");
        auth.nothingElse();
        return true;
    }

    void read(TemplateNode api) {
        if (described != null) {
            throw new TemplateProblem(api.place() + ": the emulator supports one REST API; this is the second.");
        }
        api.ignore(IgnoredProperties.OF_APIS);
        described = new Described(
                api.text("StageName"),
                api.has("Auth") ? authorizer(api.block("Auth")) : Optional.empty(),
                responses(api),
                api.texts("BinaryMediaTypes"),
                api.number("MinimumCompressionSize"));
    }

    /** The API, if the template has one. */
    Optional<RestApi> api(Map<String, FunctionSpec> functions) {
        Described api = described;
        if (api == null) {
            if (!routes.isEmpty()) {
                throw new TemplateProblem("Functions have events of type Api, but there is no AWS::Serverless::Api.");
            }
            return Optional.empty();
        }
        return Optional.of(new RestApi(
                api.stage(),
                List.copyOf(routes),
                api.authorizer()
                        .map(authorizer -> new RestApi.RouteAuthorizer(
                                function(authorizer.functionArn(), functions),
                                authorizer.identityHeaders(),
                                authorizer.ttlSeconds())),
                api.responses(),
                api.binaryMediaTypes(),
                api.minimumCompressionSize()));
    }

    private static String function(String arn, Map<String, FunctionSpec> functions) {
        return functions.values().stream()
                .filter(function -> function.arn().equals(arn))
                .map(FunctionSpec::id)
                .findFirst()
                .orElseThrow(
                        () -> new TemplateProblem("The authorizer's function " + arn + " is not in the template."));
    }

    private static Optional<AuthorizerByArn> authorizer(TemplateNode auth) {
        String name = auth.text("DefaultAuthorizer");
        auth.ignore(Set.of("AddDefaultAuthorizerToCorsPreflight"));
        TemplateNode authorizers = auth.block("Authorizers");
        TemplateNode authorizer = authorizers.block(name);
        String functionArn = authorizer.text("FunctionArn");
        authorizer.oneOf("FunctionPayloadType", "REQUEST");
        TemplateNode identity = authorizer.block("Identity");
        AuthorizerByArn read = new AuthorizerByArn(
                functionArn,
                identity.texts("Headers"),
                identity.number("ReauthorizeEvery").orElse(DEFAULT_TTL_SECONDS));
        identity.nothingElse();
        authorizer.nothingElse();
        authorizers.nothingElse();
        auth.nothingElse();
        return Optional.of(read);
    }

    private static Map<String, RestApi.GatewayResponse> responses(TemplateNode api) {
        Map<String, RestApi.GatewayResponse> responses = new LinkedHashMap<>();
        api.value("GatewayResponses").properties().forEach(entry -> {
            TemplateNode response =
                    new TemplateNode(api.place() + ".GatewayResponses." + entry.getKey(), entry.getValue());
            TemplateNode parameters = response.block("ResponseParameters");
            responses.put(
                    entry.getKey(),
                    new RestApi.GatewayResponse(
                            response.number("StatusCode"),
                            texts(parameters.value("Headers")),
                            texts(response.value("ResponseTemplates"))));
            parameters.nothingElse();
            response.nothingElse();
        });
        return responses;
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
