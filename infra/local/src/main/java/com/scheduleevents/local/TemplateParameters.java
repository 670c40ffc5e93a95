package com.scheduleevents.local;

import com.scheduleevents.emulator.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The parameter values of the template in the local cloud, as a deployment to a closed network would set them. */
final class TemplateParameters {

    /** Short enough for a person or a test to wait for, and cheap on any machine. */
    private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);

    /** The webhook's row stores times in milliseconds, and none of them may be zero. */
    private static final Duration SHORTEST_TIME = Duration.ofMillis(1);

    private static final Duration AFTER_THE_SENDER = Duration.ofSeconds(1);

    private TemplateParameters() {}

    static Map<String, String> of(CloudOptions options, String apiAddress, String authorityPem) throws IOException {
        Map<String, String> values = new HashMap<>();
        values.put("ApiAddress", apiAddress);
        values.put("ExtraReceiverNetworks", networks(options));
        values.put("ExtraReceiverAuthority", oneLine(authorityPem + trusted(options)));
        if (options.timeStretch() > 1) {
            values.put("ProbeLease", stretchedLease(options).toString());
        }
        if (options.retryWindow().isPresent()) {
            values.putAll(compressed(options, options.retryWindow().get()));
        }
        // Here all receivers are on one host, whereas on AWS each owner has another one: with the limit per host, one
        // that
        // hangs would delay all others. This is the greatest size of a batch.
        values.put("AttemptsPerHost", "10");
        Set<String> known = Template.parameterNames(options.template());
        values.keySet().retainAll(known);
        values.putAll(options.parameters());
        return Map.copyOf(values);
    }

    /** The period of a schedule when time is compressed. */
    static UnaryOperator<Duration> periods(CloudOptions options) throws IOException {
        if (options.retryWindow().isEmpty()) {
            return UnaryOperator.identity();
        }
        Duration from = windowOf(options);
        Duration to = options.retryWindow().get();
        return period -> longer(SHORTEST_PERIOD, RetryCompression.inProportion(period, from, to));
    }

    private static Map<String, String> compressed(CloudOptions options, Duration window) throws IOException {
        Duration from = windowOf(options);
        Map<String, String> values = new HashMap<>();
        values.put("RetryWindow", window.toString());
        values.put(
                "RetryWaits",
                RetryCompression.waits(Template.parameterDefault(options.template(), "RetryWaits"), from, window));
        for (String time : List.of("FirstProbeWait", "LongestProbeWait", "WarnAfter")) {
            Duration whole = RetryCompression.inProportion(duration(options, time), from, window);
            values.put(
                    time,
                    longer(SHORTEST_TIME, whole.truncatedTo(ChronoUnit.MILLIS)).toString());
        }
        Duration lease = RetryCompression.inProportion(stretchedLease(options), from, window);
        values.put("ProbeLease", longer(lease, shortestLease(options)).toString());
        return values;
    }

    private static Duration stretchedLease(CloudOptions options) throws IOException {
        return duration(options, "ProbeLease").multipliedBy(options.timeStretch());
    }

    /** A probe lasts as long as the sender's invocation; with a shorter lease a second probe would start beside it. */
    private static Duration shortestLease(CloudOptions options) throws IOException {
        String name = "SenderTimeoutSeconds";
        String seconds = options.parameters().getOrDefault(name, Template.parameterDefault(options.template(), name));
        return Duration.ofSeconds(Long.parseLong(seconds))
                .multipliedBy(options.timeStretch())
                .plus(AFTER_THE_SENDER);
    }

    private static Duration windowOf(CloudOptions options) throws IOException {
        return duration(options, "RetryWindow");
    }

    private static Duration duration(CloudOptions options, String parameter) throws IOException {
        return Duration.parse(Template.parameterDefault(options.template(), parameter));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /** The demo receiver only; with a further certificate authority, receivers on any port. */
    private static String networks(CloudOptions options) {
        String port = options.trust().isPresent()
                ? "*"
                : Integer.toString(options.ports().receiver());
        return "127.0.0.0/8:" + port + ",[::1]/128:" + port;
    }

    private static String trusted(CloudOptions options) throws IOException {
        return options.trust().isPresent()
                ? "\n" + Files.readString(options.trust().get())
                : "";
    }

    private static String oneLine(String pem) {
        return pem.strip().replace("\r", "").replaceAll("\n+", "\\\\n");
    }
}
