package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.util.Map;

/** Creates every error response of the functions. The gateway's own, in template.yaml, have the same form. */
final class ErrorResponses {

    private ErrorResponses() {}

    static Response of(ApiException error, String requestId) {
        int status = HttpStatus.of(error.code());
        Response json = Response.json(status, Map.of("error", ErrorJson.of(error, requestId)));
        Response response = status == 401 ? json.with("WWW-Authenticate", "Bearer") : json;
        return error.retryAfter()
                .map(wait -> response.with("Retry-After", Long.toString(wait.toSeconds())))
                .orElse(response);
    }

    /** The response to a failure of the service. The log has the details under the request id. */
    static Response internal(String requestId) {
        return of(ApiException.internal("Idempotency-Key"), requestId);
    }

    static Response methodNotAllowed(String method, String allowed, String requestId) {
        ApiException error = new ApiException(
                ErrorCode.METHOD_NOT_ALLOWED,
                null,
                "This path does not support " + method + ". Use one of " + allowed + ".");
        return of(error, requestId).with("Allow", allowed);
    }
}
