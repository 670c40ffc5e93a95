package com.scheduleevents.benchmark.speed;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An event of the kind that each function gets, as Lambda passes it. */
final class FirstEvents {

    /** What earlier versions wrote, which each version has to read. */
    private static final Path GOLDEN = Path.of("infra", "testkit", "src", "main", "resources", "golden");

    private static final String CHANGE = """
            {"account_id":"acc_demo","event":{"type":"appointment.cancelled","clinic_id":"cln_harbour",\
            "appointment_id":"apt_1","provider_id":"prv_1","starts_at":"2030-12-01T09:30:00Z","duration_minutes":30,\
            "recoverable":true,"cancelled_by":"patient"}}""";
    private static final String AUTHORIZATION = """
            {"type":"REQUEST","methodArn":"arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/account",\
            "resource":"/account","path":"/account","httpMethod":"GET",\
            "headers":{"Authorization":"Bearer sk_test_0000000000000000000000000000000000000000000"},\
            "requestContext":{"requestId":"r-1","stage":"v1"}}""";
    private static final String SCHEDULED = """
            {"version":"0","id":"1","detail-type":"Scheduled Event","source":"aws.events","account":"000000000000",\
            "time":"2026-11-21T12:00:00Z","region":"us-east-1","resources":[],"detail":{}}""";

    private final Template template;

    FirstEvents(Template template) {
        this.template = template;
    }

    /** The event of a function. */
    String of(FunctionSpec function) throws IOException {
        RestApi api = template.api().orElseThrow();
        if (api.authorizer().map(RestApi.RouteAuthorizer::function).stream().anyMatch(function.id()::equals)) {
            return AUTHORIZATION;
        }
        if (function.sources().isEmpty()) {
            String path = api.routes().stream()
                    .filter(route -> route.function().equals(function.id()))
                    .findFirst()
                    .orElseThrow()
                    .path();
            return request(path);
        }
        return switch (function.sources().getFirst()) {
            case SourceSpec.Queue _ -> message(function.id());
            case SourceSpec.Stream stream ->
                row(golden(stream.table().contains("Events") ? "rows/events-v1" : "rows/webhooks-v1-disabled"));
            case SourceSpec.Schedule _ -> SCHEDULED;
        };
    }

    /** A message; to those who would have to look at the clock for one, one that they cannot read. */
    private static String message(String function) throws IOException {
        String body =
                switch (function) {
                    case "RecorderFunction" -> CHANGE;
                    case "SenderFunction" -> golden("messages/delivery-v1-first");
                    case "ReplayerFunction" -> golden("messages/replay-v1");
                    case "MailerFunction" -> golden("messages/notice-v1-disabled");
                    default -> "{}";
                };
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        ObjectNode record = event.putArray("Records").addObject();
        record.put("messageId", "m-1").put("receiptHandle", "h-1").put("body", body);
        record.putObject("attributes").put("ApproximateReceiveCount", "1");
        record.putObject("messageAttributes");
        record.put("eventSource", "aws:sqs")
                .put("eventSourceARN", "arn:aws:sqs:us-east-1:000000000000:Q")
                .put("awsRegion", "us-east-1");
        return event.toString();
    }

    private static String request(String path) {
        return """
                {"resource":"%s","path":"%s","httpMethod":"GET","headers":{"Accept":"application/json"},\
                "multiValueHeaders":{"Accept":["application/json"]},"queryStringParameters":null,\
                "multiValueQueryStringParameters":null,\
                "pathParameters":{"webhook_id":"whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA"},"stageVariables":null,\
                "requestContext":{"requestId":"r-1","stage":"v1","httpMethod":"GET","authorizer":{"principalId":"key_1",\
                "account_id":"acc_1","key_id":"key_1","scopes":"events:read webhooks:pull webhooks:read keys:write usage:read",\
                "all_clinics":"true"}},"body":null,"isBase64Encoded":false}""".formatted(path, path);
    }

    private static String row(String image) {
        return """
                {"Records":[{"eventID":"1","eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",\
                "awsRegion":"us-east-1","dynamodb":{"Keys":{"id":{"S":"x"}},"NewImage":%s,"SequenceNumber":"1",\
                "SizeBytes":9,"StreamViewType":"NEW_AND_OLD_IMAGES"}}]}""".formatted(image);
    }

    private static String golden(String name) throws IOException {
        return Files.readString(GOLDEN.resolve(name + ".json")).strip();
    }
}
