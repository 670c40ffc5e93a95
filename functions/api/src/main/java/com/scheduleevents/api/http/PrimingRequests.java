package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sample requests for priming, from an API key that has every scope, of an account that does not exist. */
public final class PrimingRequests {

    /** The account of the sample requests. */
    public static final AccountId ACCOUNT = new AccountId("acc_priming");

    /** The body of an event. */
    public static final String EVENT =
            "{\"type\":\"appointment.no_show\",\"clinic_id\":\"cln_priming\",\"appointment_id\":\"apt_1\","
                    + "\"provider_id\":\"prv_1\",\"starts_at\":\"2026-12-01T09:30:00Z\",\"duration_minutes\":30}";

    private static final Caller CALLER =
            new Caller(ACCOUNT, new ApiKeyId("key_priming"), EnumSet.allOf(Scope.class), true);

    private PrimingRequests() {}

    /** A GET without parameters. */
    public static APIGatewayProxyRequestEvent get(String resource) {
        return request("GET", resource);
    }

    /** A GET of a resource whose path has one variable. */
    public static APIGatewayProxyRequestEvent get(String resource, String variable, String value) {
        return get(resource).withPathParameters(Map.of(variable, value));
    }

    /** A POST of a JSON object. */
    public static APIGatewayProxyRequestEvent post(String resource, String body) {
        return request("POST", resource).withBody(body).withIsBase64Encoded(false);
    }

    private static APIGatewayProxyRequestEvent request(String method, String resource) {
        ProxyRequestContext context = new ProxyRequestContext();
        context.setRequestId("priming");
        context.setAuthorizer(new AuthorizerContext(CALLER, false, Optional.empty(), Optional.empty()).toMap());
        return new APIGatewayProxyRequestEvent()
                .withHttpMethod(method)
                .withResource(resource)
                .withRequestContext(context)
                .withMultiValueHeaders(Map.of("Content-Type", List.of("application/json")));
    }
}
