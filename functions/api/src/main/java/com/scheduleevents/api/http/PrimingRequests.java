package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.scheduleevents.domain.account.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Requests that nobody made, for priming runs: of a key that may do everything, of an account that is not there. */
public final class PrimingRequests {

    private PrimingRequests() {}

    /** A GET without parameters. */
    public static APIGatewayProxyRequestEvent get(String resource) {
        return request("GET", resource);
    }

    /** A POST of a JSON object. */
    public static APIGatewayProxyRequestEvent post(String resource, String body) {
        return request("POST", resource).withBody(body).withIsBase64Encoded(false);
    }

    private static APIGatewayProxyRequestEvent request(String method, String resource) {
        ProxyRequestContext context = new ProxyRequestContext();
        context.setRequestId("priming");
        context.setAuthorizer(Map.of(
                "account_id", "acc_rehearsal",
                "key_id", "key_rehearsal",
                "scopes", Arrays.stream(Scope.values()).map(Scope::wireName).collect(Collectors.joining(" ")),
                "all_clinics", "true"));
        return new APIGatewayProxyRequestEvent()
                .withHttpMethod(method)
                .withResource(resource)
                .withRequestContext(context)
                .withMultiValueHeaders(Map.of("Content-Type", List.of("application/json")));
    }
}
