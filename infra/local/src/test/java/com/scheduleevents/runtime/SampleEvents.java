package com.scheduleevents.runtime;

/** One event of its kind for each function, as Lambda hands it over. */
final class SampleEvents {

    private static final String NOTHING_FAILED = "{\"batchItemFailures\":[]}";

    private SampleEvents() {}

    /**
     * An event and what is to come of it.
     *
     * @param event as Lambda hands it over
     * @param answer a part of the answer
     * @param logs whether there is something to log about it
     */
    record Sample(String event, String answer, boolean logs) {}

    static Sample of(String function) {
        return switch (function) {
            case "AuthorizerFunction" -> new Sample(authorization(), "\"Effect\":\"Deny\"", false);
            case "EventsFunction" -> new Sample(request("/event_types"), "\"statusCode\":200", false);
            case "AccountFunction" -> new Sample(request("/account"), "\"statusCode\":", false);
            case "WebhooksFunction" -> new Sample(request("/webhooks"), "\"statusCode\":200", false);
            case "RecorderFunction", "SenderFunction", "ReplayerFunction", "MailerFunction" ->
                new Sample(message(), NOTHING_FAILED, true);
            case "FanOutFunction" -> new Sample(record(), NOTHING_FAILED, true);
            case "NotifierFunction" -> new Sample(record(), NOTHING_FAILED, true);
            case "ClockFunction" -> new Sample(schedule(), "", true);
            default ->
                throw new IllegalArgumentException("There is no event for " + function + " yet. Add one of its kind.");
        };
    }

    private static String authorization() {
        return """
                {"type":"REQUEST","methodArn":"arn:aws:execute-api:us-east-1:000000000000:api/v1/GET/account",\
                "resource":"/account","path":"/account","httpMethod":"GET",\
                "headers":{"Authorization":"Bearer sk_test_of_nobody"},"requestContext":{"requestId":"r-1","stage":"v1"}}""";
    }

    private static String request(String path) {
        return """
                {"resource":"%s","path":"%s","httpMethod":"GET","headers":{"Accept":"application/json"},\
                "multiValueHeaders":{"Accept":["application/json"]},"queryStringParameters":null,\
                "multiValueQueryStringParameters":null,"pathParameters":null,"stageVariables":null,\
                "requestContext":{"requestId":"r-1","stage":"v1","httpMethod":"GET","authorizer":{"principalId":"key_1",\
                "account_id":"acc_1","key_id":"key_1","scopes":"events:read webhooks:read webhooks:write events:write",\
                "all_clinics":"true"}},\
                "body":null,"isBase64Encoded":false}""".formatted(path, path);
    }

    /** Nobody can read it, which is the shortest way through a function to a queue. */
    private static String message() {
        return """
                {"Records":[{"messageId":"m-1","receiptHandle":"h-1","body":"{}","attributes":{"ApproximateReceiveCount":"1"},\
                "messageAttributes":{},"eventSource":"aws:sqs","eventSourceARN":"arn:aws:sqs:us-east-1:000000000000:Q",\
                "awsRegion":"us-east-1"}]}""";
    }

    private static String record() {
        return """
                {"Records":[{"eventID":"1","eventName":"INSERT","eventVersion":"1.1","eventSource":"aws:dynamodb",\
                "awsRegion":"us-east-1","dynamodb":{"Keys":{"id":{"S":"x"}},"NewImage":{"id":{"S":"x"},\
                "mails_due":{"SS":["disabled#1"]}},"SequenceNumber":"1","SizeBytes":9,"StreamViewType":"NEW_IMAGE"}}]}""";
    }

    private static String schedule() {
        return """
                {"version":"0","id":"1","detail-type":"Scheduled Event","source":"aws.events","account":"000000000000",\
                "time":"2026-11-21T12:00:00Z","region":"us-east-1","resources":[],"detail":{}}""";
    }
}
