package com.scheduleevents.emulator.gateway;

import java.io.Serial;
import java.util.Map;

/** A request that the gateway rejects without calling its function. */
final class RejectedRequest extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final GatewayError failure;
    private final transient Map<String, String> authorizer;

    /**
     * @param reason for the log
     * @param authorizer the authorizer's context; empty when it was not called
     */
    RejectedRequest(GatewayError failure, String reason, Map<String, String> authorizer) {
        super(reason);
        this.failure = failure;
        this.authorizer = authorizer;
    }

    RejectedRequest(GatewayError failure, String reason, Throwable cause) {
        super(reason, cause);
        this.failure = failure;
        this.authorizer = Map.of();
    }

    GatewayError failure() {
        return failure;
    }

    Map<String, String> authorizer() {
        return authorizer;
    }
}
