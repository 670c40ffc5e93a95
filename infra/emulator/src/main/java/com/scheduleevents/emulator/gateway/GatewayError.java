package com.scheduleevents.emulator.gateway;

/**
 * The gateway's own errors: API Gateway's gateway response types, with the status and the message that each has
 * unless the template says otherwise (API Gateway developer guide, "Gateway response types").
 */
enum GatewayError {
    UNAUTHORIZED(401, "Unauthorized", "UnauthorizedException"),
    ACCESS_DENIED(403, "User is not authorized to access this resource", "AccessDeniedException"),
    MISSING_AUTHENTICATION_TOKEN(403, "Missing Authentication Token", "MissingAuthenticationTokenException"),
    BAD_REQUEST_PARAMETERS(400, "Bad Request", "BadRequestException"),
    REQUEST_TOO_LARGE(413, "Request Too Long", "RequestTooLargeException"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type", "UnsupportedMediaTypeException"),
    AUTHORIZER_FAILURE(500, "Internal server error", "AuthorizerFailureException"),
    AUTHORIZER_CONFIGURATION_ERROR(500, "Internal server error", "AuthorizerConfigurationException"),
    INTEGRATION_FAILURE(502, "Internal server error", "InternalServerErrorException"),
    DEFAULT_5XX(500, "Internal server error", "InternalServerErrorException");

    private final int status;
    private final String message;
    private final String errorType;

    GatewayError(int status, String message, String errorType) {
        this.status = status;
        this.message = message;
        this.errorType = errorType;
    }

    int status() {
        return status;
    }

    String message() {
        return message;
    }

    /** The value of the header x-amzn-ErrorType. */
    String errorType() {
        return errorType;
    }

    /** The type whose gateway response is used when there is none for this type. */
    String fallback() {
        return status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
    }
}
