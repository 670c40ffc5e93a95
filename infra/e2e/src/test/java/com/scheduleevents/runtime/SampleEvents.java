package com.scheduleevents.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** A sample event for each function, as Lambda passes it, with the response and the call to {@link FakeAws} that are expected. */
final class SampleEvents {

    private static final String SUCCESS = "\"statusCode\":200";
    private static final String NOTHING_FAILED = "{\"batchItemFailures\":[]}";
    private static final String CHANGE = """
            {"account_id":"acc_demo","event":{"type":"appointment.cancelled","clinic_id":"cln_harbour",\
            "appointment_id":"apt_1","provider_id":"prv_1","starts_at":"2026-12-01T09:30:00Z","duration_minutes":30,\
            "recoverable":true,"cancelled_by":"patient"}}""";
    private static final ObjectMapper JSON = new ObjectMapper();

    private SampleEvents() {}

    /**
     * An event and its expected effects.
     *
     * @param event as Lambda passes it
     * @param response a part of the response
     * @param call the call to AWS that handling it makes; empty if it makes none
     */
    record Sample(String event, String response, String call) {}

    /** The samples of a function, by logical id: one, or one for each kind of what a function with several does. */
    static List<Sample> of(String function) {
        return function.equals("ControlFunction")
                ? List.of(
                        new Sample(request("/account"), SUCCESS, "GetItem"),
                        new Sample(request("/api_keys"), SUCCESS, "Query"),
                        new Sample(request("/usage"), SUCCESS, "Query"))
                : List.of(one(function));
    }

    private static Sample one(String function) {
        return switch (function) {
            case "AuthorizerFunction" -> new Sample(authorization(), "\"Effect\":\"Deny\"", "GetItem");
            case "EventsFunction" -> new Sample(request("/events"), SUCCESS, "Query");
            case "WebhooksFunction" -> new Sample(request("/webhooks"), SUCCESS, "Query");
            case "QueueFunction" ->
                new Sample(
                        request("/webhooks/{webhook_id}/queue")
                                .replace(
                                        "\"pathParameters\":null",
                                        "\"pathParameters\":{\"webhook_id\":\"whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA\"}"),
                        "\"statusCode\":404",
                        "GetItem");
            case "RecorderFunction" -> new Sample(message(CHANGE), NOTHING_FAILED, "PutItem");
            case "SenderFunction" ->
                new Sample(message(golden("messages/delivery-v1-first")), NOTHING_FAILED, "GetItem");
            case "ReplayerFunction" -> new Sample(message(golden("messages/replay-v1")), NOTHING_FAILED, "GetItem");
            case "MailerFunction" ->
                new Sample(message(golden("messages/notice-v1-disabled")), NOTHING_FAILED, "UpdateItem");
            case "FanOutFunction" -> new Sample(record(golden("rows/events-v1")), NOTHING_FAILED, "Query");
            case "NotifierFunction" ->
                new Sample(record(golden("rows/webhooks-v1-disabled")), NOTHING_FAILED, "SendMessage");
            case "ConsoleFunction" -> new Sample(request("/console"), SUCCESS, "");
            case "MailSweepFunction" -> new Sample(schedule(), "", "Scan");
            case "UsagePlannerFunction" -> new Sample(schedule(), "", "Scan");
            case "UsageCounterFunction" -> new Sample(message(countOfYesterday()), NOTHING_FAILED, "Query");
            case "ClockFunction" -> new Sample(schedule(), "", "Query");
            default ->
                throw new IllegalArgumentException("There is no event for " + function + " yet. Add one of its kind.");
        };
    }

    private static String authorization() {
        String key = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, new Random(1)).reveal();
        return """
                {"type":"REQUEST","methodArn":"arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/account",\
                "resource":"/account","path":"/account","httpMethod":"GET",\
                "headers":{"Authorization":"Bearer %s"},"requestContext":{"requestId":"r-1","stage":"v1"}}""".formatted(key);
    }

    private static String request(String path) {
        return """
                {"resource":"%s","path":"%s","httpMethod":"GET","headers":{"Accept":"application/json"},\
                "multiValueHeaders":{"Accept":["application/json"]},"queryStringParameters":null,\
                "multiValueQueryStringParameters":null,"pathParameters":null,"stageVariables":null,\
                "requestContext":{"requestId":"r-1","stage":"v1","httpMethod":"GET","authorizer":{"principalId":"key_1",\
                "account_id":"acc_1","key_id":"key_1","scopes":"events:read webhooks:pull webhooks:read webhooks:write events:write keys:write usage:read audit:read",\
                "all_clinics":"true"}},\
                "body":null,"isBase64Encoded":false}""".formatted(path, path);
    }

    private static String message(String body) {
        return """
                {"Records":[{"messageId":"m-1","receiptHandle":"h-1","body":%s,"attributes":{"ApproximateReceiveCount":"1"},\
                "messageAttributes":{},"eventSource":"aws:sqs","eventSourceARN":"arn:aws:sqs:us-east-1:000000000000:Q",\
                "awsRegion":"us-east-1"}]}""".formatted(quoted(body));
    }

    private static String record(String row) {
        return """
                {"Records":[{"eventID":"1","eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",\
                "awsRegion":"us-east-1","dynamodb":{"Keys":{"id":{"S":"x"}},"NewImage":%s,"SequenceNumber":"1",\
                "SizeBytes":9,"StreamViewType":"NEW_AND_OLD_IMAGES"}}]}""".formatted(row);
    }

    /** Counts yesterday, whose events can still be read. */
    private static String countOfYesterday() {
        return MessageCodec.USAGE.write(new UsageMessage.Begin(
                new AccountId("acc_demo"), UsageDay.of(Instant.now().minus(Duration.ofDays(1)))));
    }

    private static String schedule() {
        return """
                {"version":"0","id":"1","detail-type":"Scheduled Event","source":"aws.events","account":"000000000000",\
                "time":"2026-11-21T12:00:00Z","region":"us-east-1","resources":[],"detail":{}}""";
    }

    private static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a text can be written as JSON", e);
        }
    }

    private static String golden(String name) {
        String file = "/golden/" + name + ".json";
        try (InputStream in = SampleEvents.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in, "there is no " + file).readAllBytes(), StandardCharsets.UTF_8)
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
