package com.scheduleevents.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;

/**
 * The whole response to a request of {@link HttpsClient}.
 *
 * @param status the HTTP status code
 * @param headers names are not case-sensitive
 * @param text the body
 */
record HttpsResponse(int status, HttpHeaders headers, String text) {

    JsonNode json() {
        return HttpsClient.parsed(text);
    }

    String header(String name) {
        return headers.firstValue(name).orElse("");
    }
}
