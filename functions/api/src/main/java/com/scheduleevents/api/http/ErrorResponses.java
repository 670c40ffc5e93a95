package com.scheduleevents.api.http;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.util.Map;
import java.util.Optional;

/** Creates every error response of the functions. The gateway's own, in template.yaml, have the same form. */
final class ErrorResponses {

    /** The gateway's responses in template.yaml have the same. */
    private static final String CHALLENGE = "Bearer realm=\"schedule-events\"";

    private ErrorResponses() {}

    static Response of(ApiException error, String requestId) {
        int status = HttpStatus.of(error.code());
        Response json = Response.json(status, Map.of("error", ErrorJson.of(error, requestId)));
        Response response = challenge(error.code())
                .map(challenge -> json.with("WWW-Authenticate", challenge))
                .orElse(json);
        return error.retryAfter()
                .map(wait -> response.with("Retry-After", Long.toString(wait.toSeconds())))
                .orElse(response);
    }

    /** The response to a request; to a patch in a format that is not known, with the known ones (RFC 5789, section 2.2). */
    static Response of(ApiException error, Request request) {
        Response response = of(error, request.id());
        return error.code() == ErrorCode.UNSUPPORTED_MEDIA_TYPE
                        && request.method().equals("PATCH")
                ? response.with("Accept-Patch", JsonMediaType.ofPatches())
                : response;
    }

    /** What a client of RFC 6750 learns of an API key (section 3); a request without one is told of no error. */
    private static Optional<String> challenge(ErrorCode code) {
        return switch (code) {
            case MISSING_API_KEY -> Optional.of(CHALLENGE);
            case INVALID_API_KEY, EXPIRED_API_KEY -> Optional.of(CHALLENGE + ", error=\"invalid_token\"");
            case MISSING_SCOPE -> Optional.of(CHALLENGE + ", error=\"insufficient_scope\"");
            default -> Optional.empty();
        };
    }

    /** The response to a failure of the service. The log has the details under the request id. */
    static Response internal(String requestId) {
        return of(ApiException.internal("Idempotency-Key"), requestId);
    }

    /** The response to a request that can be processed a moment later. */
    static Response unavailable(String requestId) {
        return of(ApiException.unavailable(), requestId);
    }

    static Response methodNotAllowed(String method, String allowed, String requestId) {
        ApiException error = new ApiException(
                ErrorCode.METHOD_NOT_ALLOWED,
                null,
                "This path does not support " + method + ". Use one of " + allowed + ".");
        return of(error, requestId).with("Allow", allowed);
    }
}
