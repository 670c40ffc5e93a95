package com.scheduleevents.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The parameter values of the template in the local cloud, as a deployment to a closed network would set them. */
final class TemplateParameters {

    /** Short enough for a person or a test to wait for, and cheap on any machine. */
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(2);

    /** What runs once a day reads whole tables, and counts the usage of every account. */
    private static final Duration SHORTEST_DAY = Duration.ofMinutes(1);

    /** The webhook's row stores times in milliseconds, and none of them may be zero. */
    private static final Duration SHORTEST_TIME = Duration.ofMillis(1);

    /** Nothing is written later than that here, and no index lags. */
    private static final Duration SHORTEST_HOLD_BACK = Duration.ofSeconds(10);

    private static final Duration AFTER_THE_SENDER = Duration.ofSeconds(1);

    private final CloudOptions options;
    private final JsonNode declared;

    private TemplateParameters(CloudOptions options, JsonNode declared) {
        this.options = options;
        this.declared = declared;
    }

    /** Reads the template of the options. */
    static TemplateParameters of(CloudOptions options) throws IOException {
        return new TemplateParameters(
                options, Template.declared(options.template()).path("Parameters"));
    }

    /** The values, by name. */
    Map<String, String> values(String apiUrl, String authorityPem) throws IOException {
        Map<String, String> values = new HashMap<>();
        values.put("ApiUrl", apiUrl);
        values.put("MailFrom", "webhooks@clinic-events.example");
        values.put("ExtraReceiverNetworks", networks());
        values.put("ExtraReceiverAuthority", oneLine(authorityPem + trusted()));
        if (options.timeStretch() > 1) {
            values.put("ProbeLease", stretchedLease().toString());
        }
        String heldBack = SHORTEST_HOLD_BACK.multipliedBy(options.timeStretch()).toString();
        values.put("FeedHoldBack", heldBack);
        values.put("ClinicFeedHoldBack", heldBack);
        if (options.retryWindow().isPresent()) {
            values.putAll(compressed(options.retryWindow().get()));
        }
        // Here all receivers are on one host, whereas on AWS each owner has another one: with the limit per host,
        // one that hangs would delay all others. This is the maximum size of a batch.
        values.put("AttemptsPerHost", "10");
        values.keySet().removeIf(name -> !declared.has(name));
        values.putAll(options.parameters());
        return Map.copyOf(values);
    }

    /** The period of a schedule when time is compressed. */
    UnaryOperator<Duration> periods() {
        if (options.retryWindow().isEmpty()) {
            return UnaryOperator.identity();
        }
        Duration from = windowOf();
        Duration to = options.retryWindow().get();
        return period -> longer(
                period.toDays() < 1 ? SHORTEST_PERIOD : SHORTEST_DAY, RetryCompression.inProportion(period, from, to));
    }

    private Map<String, String> compressed(Duration window) {
        Duration from = windowOf();
        Map<String, String> values = new HashMap<>();
        values.put("RetryWindow", window.toString());
        values.put("RetryWaits", RetryCompression.waits(defaultOf("RetryWaits"), from, window));
        for (String time : List.of("FirstProbeWait", "LongestProbeWait", "WarnAfter")) {
            Duration whole = RetryCompression.inProportion(duration(time), from, window);
            values.put(
                    time,
                    longer(SHORTEST_TIME, whole.truncatedTo(ChronoUnit.MILLIS)).toString());
        }
        Duration lease = RetryCompression.inProportion(stretchedLease(), from, window);
        values.put("ProbeLease", longer(lease, shortestLease()).toString());
        return values;
    }

    private Duration stretchedLease() {
        return duration("ProbeLease").multipliedBy(options.timeStretch());
    }

    /** A probe lasts as long as the sender's invocation; with a shorter lease a second probe would start beside it. */
    private Duration shortestLease() {
        String name = "SenderTimeoutSeconds";
        String seconds = options.parameters().getOrDefault(name, defaultOf(name));
        return Duration.ofSeconds(Long.parseLong(seconds))
                .multipliedBy(options.timeStretch())
                .plus(AFTER_THE_SENDER);
    }

    /** A parameter's default value in the template. */
    String defaultOf(String name) {
        return declared.path(name).path("Default").asText();
    }

    private Duration windowOf() {
        return duration("RetryWindow");
    }

    private Duration duration(String parameter) {
        return Duration.parse(defaultOf(parameter));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /** The demo receiver only; with a further certificate authority, receivers on any port. */
    private String networks() {
        String port = options.trust().isPresent()
                ? "*"
                : Integer.toString(options.ports().receiver());
        return "127.0.0.0/8:" + port + ",[::1]/128:" + port;
    }

    private String trusted() throws IOException {
        return options.trust().isPresent()
                ? "\n" + Files.readString(options.trust().get())
                : "";
    }

    private static String oneLine(String pem) {
        return pem.strip().replace("\r", "").replaceAll("\n+", "\\\\n");
    }
}
