package com.scheduleevents.emulator.gateway;

import com.scheduleevents.emulator.http.ServerRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A request with its route.
 *
 * @param id the request id
 * @param at when it was received
 * @param stage of the API
 * @param path below the stage, percent encoded
 * @param query parameters, decoded
 */
record RoutedRequest(
        ServerRequest request,
        String id,
        Instant at,
        String stage,
        String path,
        Map<String, List<String>> query,
        RouteTable.Match match) {

    /** The value of fields that are the caller's AWS account on AWS. */
    static final String ACCOUNT_ID = "000000000000";

    static final String API_ID = "local";

    /** The same with another form of the request. */
    RoutedRequest with(ServerRequest other) {
        return new RoutedRequest(other, id, at, stage, path, query, match);
    }

    /** The ARN of the requested method, as policies name it. */
    String methodArn() {
        return "arn:aws:execute-api:us-east-1:" + ACCOUNT_ID + ":" + API_ID + "/" + stage + "/" + request.method()
                + path;
    }
}
