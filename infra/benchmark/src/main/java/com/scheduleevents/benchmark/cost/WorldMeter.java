package com.scheduleevents.benchmark.cost;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.dynamodb.TableConsumption;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.QueueSpec;
import com.scheduleevents.cloud.template.TableSpec;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.lambda.InvocationTotals;
import com.scheduleevents.simulation.receivers.SimulatedReceiverNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Reads off everything that AWS would have billed so far. */
final class WorldMeter {

    static final double GIGABYTE = 1e9;

    /** The queues whose messages have a message group, which makes their requests those of fair queues. */
    private static final Set<String> FAIR = Set.of("DeliveriesQueue", "RetryQueue");

    private static final String SENDER = "SenderFunction";

    /**
     * What Lambda itself logs of an invocation at the level INFO (AWS Lambda Developer Guide, "Log-level filtering"), in bytes: the lines
     * {@code platform.start} and {@code platform.report} of a function whose name has 64 characters.
     */
    private static final long PLATFORM_LINES = 560;

    private final MeteredWorld metered;
    private final LogBytes logs;
    private final LambdaTime time;
    private final long platformLines;

    /** @param template the file of what is deployed, for what the emulator does not read */
    WorldMeter(MeteredWorld metered, LogBytes logs, LambdaTime time, Path template) {
        this.metered = metered;
        this.logs = logs;
        this.time = time;
        this.platformLines = systemLogLevel(template).equals("INFO") ? PLATFORM_LINES : 0;
    }

    private static String systemLogLevel(Path template) {
        try {
            JsonNode level = Template.declared(template).at("/Globals/Function/LoggingConfig/SystemLogLevel");
            return level.asText("INFO");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything so far. */
    Quantities read() {
        SimulatedWorld world = metered.world();
        Template template = metered.template();
        Map<BillItem, Double> all = new LinkedHashMap<>();
        all.put(new BillItem("API Gateway: requests", "apigateway.request"), (double) metered.requests());
        template.functions().values().forEach(function -> add(all, function));
        template.tables().values().forEach(table -> add(all, table));
        template.queues().values().forEach(queue -> add(all, queue));
        all.put(new BillItem("KMS: requests", "kms.request"), (double)
                calls(row -> row.site().port().equals("kms")));
        all.put(new BillItem("SES: e-mails", "ses.email"), (double)
                world.ses().sent().stream().mapToLong(mail -> mail.to().size()).sum());
        long invocations = template.functions().keySet().stream()
                .mapToLong(id -> world.lambda().function(id).totals().invocations())
                .sum();
        all.put(
                new BillItem("CloudWatch: functions' log lines and metrics, GB", "cloudwatch.log"),
                logs.sum() / GIGABYTE);
        all.put(
                new BillItem("CloudWatch: Lambda's own log lines, GB", "cloudwatch.log"),
                invocations * platformLines / GIGABYTE);
        all.put(new BillItem("Transfer to the internet, GB", "transfer.out"), metered.bytesOut() / GIGABYTE);
        return new Quantities(all);
    }

    /** What is stored of events and deliveries, in gigabytes. */
    double stored() {
        return metered.template().tables().values().stream()
                        .mapToLong(table -> metered.world().dynamoDb().storedBytes(table.name()))
                        .sum()
                / GIGABYTE;
    }

    private void add(Map<BillItem, Double> all, FunctionSpec function) {
        InvocationTotals totals =
                metered.world().lambda().function(function.id()).totals();
        long calls = calls(row ->
                row.site().caller().equals(function.id()) && !row.site().port().equals(SimulatedReceiverNetwork.PORT));
        long attempts = function.id().equals(SENDER) ? metered.attempts() : 0;
        all.put(new BillItem("Lambda: " + function.id() + ", invocations", "lambda.request"), (double)
                totals.invocations());
        all.put(
                new BillItem("Lambda: " + function.id() + ", GB-seconds", "lambda.gb_second"),
                time.gigabyteSeconds(function, totals, calls, attempts));
    }

    private void add(Map<BillItem, Double> all, TableSpec table) {
        TableConsumption consumption = metered.world().dynamoDb().consumption(table.name());
        all.put(new BillItem("DynamoDB: " + table.id() + ", write units", "dynamodb.write"), consumption.writes());
        all.put(
                new BillItem("DynamoDB: " + table.id() + ", write units of indexes", "dynamodb.write"),
                consumption.indexWrites());
        all.put(new BillItem("DynamoDB: " + table.id() + ", read units", "dynamodb.read"), consumption.reads());
    }

    private void add(Map<BillItem, Double> all, QueueSpec queue) {
        String price = FAIR.contains(queue.id()) ? "sqs.fair_request" : "sqs.request";
        all.put(new BillItem("SQS: " + queue.id() + ", requests", price), (double)
                metered.world().sqs().consumption(queue.url()).requests());
    }

    private long calls(Predicate<FaultCounts.SiteCounts> which) {
        return metered.world().faults().counts().rows().stream()
                .filter(which)
                .mapToLong(FaultCounts.SiteCounts::calls)
                .sum();
    }
}
