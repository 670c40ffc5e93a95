package com.scheduleevents.cli.api;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The query parameters of a request, in order.
 *
 * @param pairs encoded, each as {@code name=value}
 */
public record QueryString(List<String> pairs) {

    /** No parameters. */
    public static final QueryString NONE = new QueryString(List.of());

    public QueryString {
        pairs = List.copyOf(pairs);
    }

    /** With another parameter. */
    public QueryString with(String name, String value) {
        List<String> more = new ArrayList<>(pairs);
        more.add(name + "=" + encoded(value));
        return new QueryString(more);
    }

    /** With another parameter, if it has a value. */
    public QueryString with(String name, Optional<?> value) {
        return value.map(present -> with(name, present.toString())).orElse(this);
    }

    /** With a parameter that is repeated for each value. */
    public QueryString withAll(String name, Collection<String> values) {
        QueryString all = this;
        for (String value : values) {
            all = all.with(name, value);
        }
        return all;
    }

    /** The end of the URL; empty when there are no parameters. */
    String query() {
        return pairs.isEmpty() ? "" : pairs.stream().collect(Collectors.joining("&", "?", ""));
    }

    /** A text as a part of a path or a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
