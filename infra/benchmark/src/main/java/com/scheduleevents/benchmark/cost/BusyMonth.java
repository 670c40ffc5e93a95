package com.scheduleevents.benchmark.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.metrics.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** What a month with traffic takes that does not depend on the number of events. */
final class BusyMonth {

    /** AWS takes no more for further ones. */
    private static final int PAID_ROTATIONS = 2;

    private final JsonNode resources;

    /** @param template the file of what is deployed */
    BusyMonth(Path template) throws IOException {
        resources = Template.declared(template).path("Resources");
    }

    /** The most: every metric is written in every hour, and the keys are two years old. */
    Quantities most() {
        Map<BillItem, Double> all = new LinkedHashMap<>();
        all.put(
                new BillItem("CloudWatch: metrics", "cloudwatch.metric"),
                (double) Metric.values().length
                        + ofType("AWS::Logs::MetricFilter").count());
        all.put(
                new BillItem("KMS: rotated keys, from the third year on", "kms.rotation"),
                (double) PAID_ROTATIONS
                        * ofType("AWS::KMS::Key")
                                .filter(key ->
                                        key.at("/Properties/EnableKeyRotation").asBoolean())
                                .count());
        return new Quantities(all);
    }

    private Stream<JsonNode> ofType(String type) {
        return resources
                .valueStream()
                .filter(resource -> resource.path("Type").asText().equals(type));
    }
}
