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

    /** The response to a request; to a patch in a format that is not known, with the known ones (RFC 5789, section 2.2). */
    static Response of(ApiException error, Request request) {
        int status = HttpStatus.of(error.code());
        Response json = Response.json(status, Map.of("error", ErrorJson.of(error, request.id())))
                .with("Link", help(error.code(), request));
        Response response = challenge(error.code())
                .map(challenge -> json.with("WWW-Authenticate", challenge))
                .orElse(json);
        Response patched = error.code() == ErrorCode.UNSUPPORTED_MEDIA_TYPE
                        && request.method().equals("PATCH")
                ? response.with("Accept-Patch", JsonMediaType.ofPatches())
                : response;
        return error.retryAfter()
                .map(wait -> patched.with("Retry-After", Long.toString(wait.toSeconds())))
                .orElse(patched);
    }

    /** Where the code is explained to people. The form of an error has no place for that, and is the same in the responses of the gateway. */
    private static String help(ErrorCode code, Request request) {
        return "<" + request.url(Endpoint.DOCS) + "/errors#" + code.wireName() + ">; rel=\"help\"";
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
    static Response internal(Request request) {
        return of(ApiException.internal("Idempotency-Key"), request);
    }

    /** The response to a request that can be processed a moment later. */
    static Response unavailable(Request request) {
        return of(ApiException.unavailable(), request);
    }

    static Response methodNotAllowed(Request request, String allowed) {
        ApiException error = new ApiException(
                ErrorCode.METHOD_NOT_ALLOWED,
                null,
                "This path does not support " + request.method() + ". Use one of " + allowed + ".");
        return of(error, request).with("Allow", allowed);
    }
}
