package com.scheduleevents.benchmark.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a deployment with the template's defaults and one account consumes in a month without events. */
final class IdleMonth {

    private static final Duration MONTH = Duration.ofDays(30);

    /** AWS Lambda Developer Guide, "Using Lambda with Amazon SQS": Lambda polls with five requests at a time, each of which waits 20 s. */
    private static final double POLLS = 5 * MONTH.dividedBy(Duration.ofSeconds(20));

    private static final int INVOCATIONS = 20;
    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final byte[] SCHEDULED = """
            {"version":"0","id":"idle","detail-type":"Scheduled Event","source":"aws.events","account":"000000000000",\
            "time":"2026-01-05T00:00:00Z","region":"us-east-1","detail":{}}""".getBytes(StandardCharsets.UTF_8);

    private final Path template;
    private final MeteredWorld metered;
    private final WorldMeter meter;

    /** @param template the file of what is deployed */
    IdleMonth(Path template, LogBytes logs, LambdaTime time) {
        this.template = template;
        this.metered = new MeteredWorld(template, Map.of());
        this.meter = new WorldMeter(metered, logs, time, template);
    }

    Quantities run() throws IOException {
        metered.open("idle");
        Map<BillItem, Double> all = new LinkedHashMap<>();
        all.put(new BillItem("KMS: keys", "kms.key"), (double)
                metered.template().keys().size());
        all.put(new BillItem("CloudWatch: metrics of alarms", "cloudwatch.alarm"), alarmMetrics());
        Quantities month = new Quantities(all);
        for (FunctionSpec function : metered.template().functions().values()) {
            for (SourceSpec source : function.sources()) {
                month = month.plus(
                        switch (source) {
                            case SourceSpec.Queue queue ->
                                new Quantities(Map.of(new BillItem("SQS: polls by Lambda", "sqs.request"), POLLS));
                            case SourceSpec.Schedule schedule -> scheduled(function.id(), schedule.period());
                            // Lambda's reads of a stream cost nothing.
                            case SourceSpec.Stream stream -> new Quantities(Map.of());
                        });
            }
        }
        return month;
    }

    /** Without the requests to queues: those are the polls, which are counted already, and one message a day. */
    private Quantities scheduled(String function, Duration period) {
        invoke(function);
        Quantities before = meter.read();
        for (int i = 0; i < INVOCATIONS; i++) {
            invoke(function);
        }
        return meter.read()
                .minus(before)
                .without("sqs.request")
                .without("sqs.fair_request")
                .times((double) MONTH.toSeconds() / period.toSeconds() / INVOCATIONS);
    }

    private void invoke(String function) {
        metered.await(() -> metered.world().lambda().function(function).invoke(SCHEDULED));
        metered.world().scheduler().runFor(QUIET);
    }

    /** An alarm is paid for by its metrics. Those with a condition are chosen, not the default. */
    private double alarmMetrics() throws IOException {
        return Template.declared(template)
                .path("Resources")
                .valueStream()
                .filter(resource -> resource.path("Type").asText().equals("AWS::CloudWatch::Alarm"))
                .filter(resource -> !resource.has("Condition"))
                .map(resource -> resource.path("Properties"))
                .mapToDouble(IdleMonth::metrics)
                .sum();
    }

    private static double metrics(JsonNode alarm) {
        return alarm.has("MetricName")
                ? 1
                : alarm.path("Metrics")
                        .valueStream()
                        .filter(metric -> metric.has("MetricStat"))
                        .count();
    }
}
