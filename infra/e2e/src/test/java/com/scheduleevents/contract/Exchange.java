package com.scheduleevents.contract;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to the API, and its answer.
 *
 * @param headers of the request, by name, whatever the case
 * @param answerHeaders of the answer, by name in small letters
 */
public record Exchange(
        String method,
        URI address,
        Map<String, String> headers,
        String body,
        int status,
        Map<String, List<String>> answerHeaders,
        String answer) {

    Optional<String> header(String name) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    Optional<String> answerHeader(String name) {
        return answerHeaders.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(header -> String.join(", ", header.getValue()))
                .findFirst();
    }
}
