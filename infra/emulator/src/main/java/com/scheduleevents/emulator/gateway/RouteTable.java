package com.scheduleevents.emulator.gateway;

import com.scheduleevents.cloud.template.RestApi;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds the route of a request. A literal segment takes precedence over a variable, and a variable over {@code {proxy+}}. */
final class RouteTable {

    /** By path, the most specific first. */
    private final Map<Pattern, Map<String, RestApi.ApiRoute>> methodsByPath;

    RouteTable(List<RestApi.ApiRoute> routes) {
        this.methodsByPath = new TreeMap<>(Pattern.MOST_SPECIFIC_FIRST);
        for (RestApi.ApiRoute route : routes) {
            RestApi.ApiRoute before = methodsByPath
                    .computeIfAbsent(Pattern.of(route.path()), path -> new LinkedHashMap<>())
                    .put(route.method(), route);
            if (before != null) {
                throw new IllegalArgumentException("Two functions have the route " + route.method() + " " + route.path()
                        + ": " + before.function() + " and " + route.function() + ". Take one of the routes away.");
            }
        }
    }

    /**
     * A matching route.
     *
     * @param parameters values of the path's variables, decoded
     */
    record Match(RestApi.ApiRoute route, Map<String, String> parameters) {}

    /**
     * The route of a request, if there is one.
     *
     * @param path below the stage, percent encoded; a trailing slash is ignored
     */
    Optional<Match> match(String method, String path) {
        List<String> segments = segments(path);
        for (Map.Entry<Pattern, Map<String, RestApi.ApiRoute>> entry : methodsByPath.entrySet()) {
            Optional<Map<String, String>> parameters = entry.getKey().match(segments);
            if (parameters.isPresent()) {
                Map<String, RestApi.ApiRoute> methods = entry.getValue();
                RestApi.ApiRoute exact = methods.get(method);
                return Optional.ofNullable(exact != null ? exact : methods.get("ANY"))
                        .map(route -> new Match(route, parameters.get()));
            }
        }
        return Optional.empty();
    }

    private static List<String> segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    /** A path as the template writes it. */
    private record Pattern(String path, List<String> segments) {

        static final Comparator<Pattern> MOST_SPECIFIC_FIRST =
                Comparator.comparing(Pattern::rank).thenComparing(Pattern::path);

        static Pattern of(String path) {
            return new Pattern(path, RouteTable.segments(path));
        }

        Optional<Map<String, String>> match(List<String> requested) {
            boolean greedy = !segments.isEmpty() && segments.getLast().endsWith("+}");
            if (greedy ? requested.size() < segments.size() : requested.size() != segments.size()) {
                return Optional.empty();
            }
            Map<String, String> parameters = new LinkedHashMap<>();
            for (int i = 0; i < segments.size(); i++) {
                String segment = segments.get(i);
                if (segment.endsWith("+}")) {
                    String rest = String.join("/", requested.subList(i, requested.size()));
                    parameters.put(segment.substring(1, segment.length() - 2), decoded(rest));
                } else if (isVariable(segment)) {
                    parameters.put(segment.substring(1, segment.length() - 1), decoded(requested.get(i)));
                } else if (!segment.equals(decoded(requested.get(i)))) {
                    return Optional.empty();
                }
            }
            return Optional.of(parameters);
        }

        /** Orders literals before variables before {@code {proxy+}}, segment by segment. */
        private String rank() {
            List<String> ranks = new ArrayList<>();
            for (String segment : segments) {
                ranks.add(segment.endsWith("+}") ? "3" : isVariable(segment) ? "2" : "1");
            }
            return String.join("", ranks);
        }

        private static boolean isVariable(String segment) {
            return segment.startsWith("{") && segment.endsWith("}");
        }

        /** Decodes percent encodings only: in a path, a plus sign is literal. */
        private static String decoded(String segment) {
            return QueryStringDecoder.decodeComponent(segment.replace("+", "%2B"));
        }
    }
}
