package com.scheduleevents.contract;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request to the API and its response.
 *
 * @param headers of the request, by name; names are not case-sensitive
 * @param responseHeaders by name; names are not case-sensitive
 */
public record Exchange(
        String method,
        URI url,
        Map<String, String> headers,
        String body,
        int status,
        Map<String, List<String>> responseHeaders,
        String responseBody) {

    Optional<String> header(String name) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    Optional<String> responseHeader(String name) {
        return responseHeaders.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(header -> String.join(", ", header.getValue()))
                .findFirst();
    }
}
