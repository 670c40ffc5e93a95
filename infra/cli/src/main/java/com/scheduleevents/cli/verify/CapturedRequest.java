package com.scheduleevents.cli.verify;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A delivery as a receiver got it: its headers, and the exact bytes of its body. */
final class CapturedRequest {

    private final Map<String, String> headers;
    private final byte[] body;

    /** @param headers by name, in any case */
    CapturedRequest(Map<String, String> headers, byte[] body) {
        Map<String, String> lower = new TreeMap<>();
        headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
        this.headers = Map.copyOf(lower);
        this.body = body.clone();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    /** Which of these headers it lacks. */
    List<String> lacks(String... names) {
        return List.of(names).stream().filter(name -> header(name).isEmpty()).toList();
    }

    byte[] body() {
        return body.clone();
    }
}
