package com.scheduleevents.local.gate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.local.http.Answer;
import com.scheduleevents.local.http.Header;

/** IAM's refusal, in the words of each service: the SDK makes its AccessDenied exception out of it and does not try again. */
final class AccessDenied {

    private AccessDenied() {}

    /**
     * @param service {@code dynamodb}, {@code sqs}, {@code ses} or {@code kms}
     * @param reason its message
     */
    static Answer by(String service, String reason) {
        return switch (service) {
            case "ses" -> Answer.of(403, "text/xml", xml(reason));
            case "sqs" ->
                json(403, "com.amazon.coral.service#AccessDeniedException", reason)
                        .with(new Header("x-amzn-query-error", "AccessDenied;Sender"));
            case "dynamodb" -> json(400, "com.amazon.coral.service#AccessDeniedException", reason);
            default -> json(400, "AccessDeniedException", reason);
        };
    }

    private static Answer json(int status, String type, String reason) {
        return Answer.of(
                status,
                "application/x-amz-json-1.0",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("__type", type)
                        .put("Message", reason)
                        .put("message", reason)
                        .toString());
    }

    private static String xml(String reason) {
        return """
                <ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type>\
                <Code>AccessDenied</Code><Message>%s</Message></Error><RequestId>local</RequestId></ErrorResponse>\
                """.formatted(reason.replace("&", "&amp;").replace("<", "&lt;"));
    }
}
