package com.scheduleevents.cloud.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.sources.SourceSpec;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads event sources: event source mappings, and SAM's events of type Schedule. Its events of type SQS and DynamoDB are refused, because
 * they add a managed policy to the function's role that allows all queues or streams of the account.
 */
final class SourceReader {

    /** The event that keeps the snapshot of a function. */
    private static final String KEEP_ACTIVE = "KeepActive";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** In EventBridge's syntax, with singular and plural units. */
    private static final Pattern RATE =
            Pattern.compile("rate\\((?:1 (minute|hour|day)|([1-9][0-9]{0,5}) (minute|hour|day)s)\\)");

    /** A time of every day: {@code cron(30 1 * * ? *)}. */
    private static final Pattern DAILY = Pattern.compile("cron\\([0-5]?[0-9] (?:1?[0-9]|2[0-3]) \\* \\* \\? \\*\\)");

    private SourceReader() {}

    /** A mapping of a queue or a stream; empty when it is disabled. */
    static Optional<SourceSpec> mapping(String id, TemplateNode mapping) {
        String arn = mapping.text("EventSourceArn");
        return arn.startsWith("arn:aws:sqs:") ? queue(id, arn, mapping) : stream(id, arn, mapping);
    }

    private static Optional<SourceSpec> queue(String id, String queue, TemplateNode event) {
        boolean enabled = event.flag("Enabled", true);
        TemplateNode scaling = event.block("ScalingConfig");
        OptionalInt maximumConcurrency = scaling.number("MaximumConcurrency");
        scaling.nothingElse();
        SourceSpec source = new SourceSpec.Queue(
                id,
                queue,
                event.number("BatchSize").orElse(10),
                window(event),
                reportsFailures(event),
                maximumConcurrency);
        return enabled ? Optional.of(source) : Optional.empty();
    }

    private static Optional<SourceSpec> stream(String id, String arn, TemplateNode event) {
        boolean enabled = event.flag("Enabled", true);
        SourceSpec source = new SourceSpec.Stream(
                id,
                table(arn, event),
                arn,
                event.oneOf("StartingPosition", "TRIM_HORIZON", "LATEST").equals("TRIM_HORIZON"),
                event.number("BatchSize").orElse(100),
                window(event),
                reportsFailures(event),
                patterns(event),
                event.number("ParallelizationFactor").orElse(1),
                event.flag("BisectBatchOnFunctionError", false),
                event.number("MaximumRetryAttempts").orElse(-1),
                maximumAge(event),
                onFailure(event));
        return enabled ? Optional.of(source) : Optional.empty();
    }

    /** A schedule; empty when it is disabled, and for the one that keeps a snapshot, because no emulator has snapshots. */
    static Optional<SourceSpec> schedule(String id, TemplateNode event) {
        boolean enabled = event.flag("Enabled", true);
        SourceSpec source = new SourceSpec.Schedule(id, period(event));
        if (id.equals(KEEP_ACTIVE)) {
            event.text("Input");
            return Optional.empty();
        }
        return enabled ? Optional.of(source) : Optional.empty();
    }

    private static Duration period(TemplateNode event) {
        String expression = event.text("Schedule");
        if (DAILY.matcher(expression).matches()) {
            return Duration.ofDays(1);
        }
        Matcher rate = RATE.matcher(expression);
        if (!rate.matches() || "1".equals(rate.group(2))) {
            throw new TemplateProblem(
                    event.place() + ": the emulator supports schedules such as rate(1 minute), rate(5 minutes) or"
                            + " cron(30 1 * * ? *), not " + expression + ".");
        }
        String unit = Optional.ofNullable(rate.group(1)).orElseGet(() -> rate.group(3));
        long number = Optional.ofNullable(rate.group(2)).map(Long::parseLong).orElse(1L);
        return ChronoUnit.valueOf(unit.toUpperCase(Locale.ROOT) + "S")
                .getDuration()
                .multipliedBy(number);
    }

    private static Duration window(TemplateNode event) {
        return Duration.ofSeconds(event.number("MaximumBatchingWindowInSeconds").orElse(0));
    }

    private static boolean reportsFailures(TemplateNode event) {
        List<String> types = event.texts("FunctionResponseTypes");
        types.stream()
                .filter(type -> !type.equals("ReportBatchItemFailures"))
                .findFirst()
                .ifPresent(type -> {
                    throw new TemplateProblem(event.place() + ": the response type " + type + " is not known.");
                });
        return !types.isEmpty();
    }

    /** {@code arn:aws:dynamodb:region:account:table/Name/stream/label} */
    private static String table(String arn, TemplateNode event) {
        String[] parts = arn.split("/", -1);
        if (parts.length != 4) {
            throw new TemplateProblem(
                    event.place() + ": EventSourceArn must be the ARN of a queue or a stream of this template.");
        }
        return parts[1];
    }

    private static Optional<Duration> maximumAge(TemplateNode event) {
        int seconds = event.number("MaximumRecordAgeInSeconds").orElse(-1);
        return seconds < 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
    }

    private static Optional<String> onFailure(TemplateNode event) {
        if (!event.has("DestinationConfig")) {
            return Optional.empty();
        }
        TemplateNode config = event.block("DestinationConfig");
        TemplateNode onFailure = config.block("OnFailure");
        String destination = onFailure.text("Destination");
        onFailure.nothingElse();
        config.nothingElse();
        return Optional.of(destination);
    }

    private static List<JsonNode> patterns(TemplateNode event) {
        TemplateNode criteria = event.block("FilterCriteria");
        List<JsonNode> patterns = new ArrayList<>();
        for (TemplateNode filter : criteria.blocks("Filters")) {
            patterns.add(pattern(filter));
            filter.nothingElse();
        }
        criteria.nothingElse();
        return List.copyOf(patterns);
    }

    private static JsonNode pattern(TemplateNode filter) {
        try {
            return JSON.readTree(filter.text("Pattern"));
        } catch (JsonProcessingException e) {
            throw new TemplateProblem(filter.place() + ": Pattern is no JSON: " + e.getOriginalMessage());
        }
    }
}
