package com.scheduleevents.domain.webhook;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Headers that every request of a webhook carries, such as a key that the receiver asks for. Their values are secrets: they are stored
 * encrypted, and shown nowhere.
 *
 * @param values the values by name
 */
public record StaticHeaders(Map<String, String> values) {

    /** How many headers a webhook may have. */
    public static final int MAX_HEADERS = 10;

    /** The longest name. */
    public static final int MAX_NAME = 64;

    /** The longest value. */
    public static final int MAX_VALUE = 1_024;

    /** The length of all names and values together: the webhook is read before every attempt, so its row is to stay small. */
    public static final int MAX_TOTAL = 2_048;

    /** A token (RFC 9110, section 5.6.2). */
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1," + MAX_NAME + "}");

    /** Printable ASCII without a space at either end. Line breaks would begin another header. */
    private static final Pattern VALUE = Pattern.compile("[!-~]([ -~]*[!-~])?");

    /** Copies the headers, in their order. Those of an earlier release may break a rule of this one, and are sent all the same. */
    public StaticHeaders {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /**
     * Checks headers that an owner chose.
     *
     * @throws IllegalArgumentException when they are not allowed; the message says all that is wrong, and quotes no value
     */
    public static StaticHeaders of(Map<String, String> values) {
        List<String> faults = faults(values);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
        return new StaticHeaders(values);
    }

    /** All that is wrong with headers that an owner chose, without quoting a value; empty when they are allowed. */
    public static List<String> faults(Map<String, String> values) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        List<String> faults = new ArrayList<>();
        values.forEach((name, value) -> {
            faults.addAll(faults(name, value));
            if (NAME.matcher(name).matches() && !names.add(name)) {
                faults.add(name + " occurs twice, as names have no case");
            }
        });
        int total = values.entrySet().stream()
                .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                .mapToInt(String::length)
                .sum();
        if (values.isEmpty() || values.size() > MAX_HEADERS || total > MAX_TOTAL) {
            faults.add("there may be 1 to " + MAX_HEADERS + " headers with " + MAX_TOTAL + " characters in all; got "
                    + values.size() + " with " + total);
        }
        return faults.stream().distinct().toList();
    }

    /** The names, in their order. */
    public List<String> names() {
        return List.copyOf(values.keySet());
    }

    /** Shows the names only. */
    @Override
    public String toString() {
        return "StaticHeaders" + names();
    }

    private static List<String> faults(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            return List.of("a name has 1 to " + MAX_NAME + " letters, digits or characters such as -; one has others");
        }
        return Stream.of(reserved(name), unsendable(name, value))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> reserved(String name) {
        if (ReservedHeaders.isOfHttp(name)) {
            return Optional.of(name + " is set by the service, or has a meaning of its own in HTTP");
        }
        return ReservedHeaders.isOfProxies(name)
                ? Optional.of(
                        name
                                + " may tell the receiver another client, host, path, method, protocol or port than the request has; use another name")
                : Optional.empty();
    }

    private static Optional<String> unsendable(String name, String value) {
        return value.length() > MAX_VALUE || !VALUE.matcher(value).matches()
                ? Optional.of("the value of " + name + " must be 1 to " + MAX_VALUE
                        + " printable ASCII characters without a space at either end")
                : Optional.empty();
    }
}
