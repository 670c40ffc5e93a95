package com.scheduleevents.api.http;

import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs one line for each request: who asked for what, from where and with which result. It never logs a body, a header, or a query
 * parameter other than {@code clinic_id}. All values are free of spaces, and their order is fixed, because queries parse the line.
 */
final class AccessLog {

    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);

    /** The form of all ids. Other text of a client is not logged, since it may contain anything. */
    private static final Pattern ID = Pattern.compile("[a-z]{1,8}_[A-Za-z0-9_-]{1,64}");

    private static final Pattern METHOD = Pattern.compile("[A-Za-z]{1,16}");
    private static final Pattern ADDRESS = Pattern.compile("[0-9A-Fa-f.:]{2,45}");

    /** Paths have at most two ids; a query could repeat its parameter many times. */
    private static final int MAX_VALUES = 2;

    private static final String NONE = "-";
    private static final String INVALID = "invalid";

    private AccessLog() {}

    /**
     * Logs a request.
     *
     * @param status the HTTP status of its response
     * @param took how long the function has worked on it
     */
    static void write(Request request, int status, Duration took) {
        LOG.info("{}", line(request, status, took));
    }

    /** The line without the time and what else the logger adds. */
    static String line(Request request, int status, Duration took) {
        return "access account_id=%s key_id=%s method=%s resource=%s clinic_id=%s ids=%s status=%d latency_ms=%d source=%s request_id=%s"
                .formatted(
                        shown(ID, request.authorized(AuthorizerContext.ACCOUNT).stream()),
                        shown(ID, request.authorized(AuthorizerContext.KEY).stream()),
                        shown(METHOD, Stream.of(request.method())),
                        request.resource(),
                        shown(ID, request.query().all("clinic_id").stream()),
                        shown(ID, request.pathVariables().stream()),
                        status,
                        took.toMillis(),
                        shown(ADDRESS, request.sourceAddress().stream()),
                        request.id());
    }

    private static String shown(Pattern form, Stream<String> values) {
        String all = values.limit(MAX_VALUES)
                .map(value -> form.matcher(value).matches() ? value : INVALID)
                .collect(Collectors.joining(","));
        return all.isEmpty() ? NONE : all;
    }
}
