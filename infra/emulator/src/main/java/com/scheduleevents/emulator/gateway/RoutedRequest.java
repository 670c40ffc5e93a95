package com.scheduleevents.emulator.gateway;

import com.scheduleevents.emulator.http.ServerRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A request whose route is known.
 *
 * @param id the request id
 * @param at when it came
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
        Routes.Match match) {

    /** What embedded callers see in place of an AWS account. */
    static final String ACCOUNT_ID = "000000000000";

    static final String API_ID = "local";

    /** The name that policies know the requested method by. */
    String methodArn() {
        return "arn:aws:execute-api:us-east-1:" + ACCOUNT_ID + ":" + API_ID + "/" + stage + "/" + request.method()
                + path;
    }
}
