package com.scheduleevents.emulator.proxy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerResponse;

/** IAM's error in the format of each service, which the SDK turns into its AccessDenied exception and does not retry. */
final class AccessDenied {

    private AccessDenied() {}

    /**
     * @param service {@code dynamodb}, {@code sqs}, {@code ses}, {@code sts} or {@code kms}
     * @param reason its message
     */
    static ServerResponse by(String service, String reason) {
        return switch (service) {
            case "ses", "sts" -> ServerResponse.of(403, "text/xml", xml(reason));
            case "sqs" ->
                json(403, "com.amazon.coral.service#AccessDeniedException", reason)
                        .with(new Header("x-amzn-query-error", "AccessDenied;Sender"));
            case "dynamodb" -> json(400, "com.amazon.coral.service#AccessDeniedException", reason);
            default -> json(400, "AccessDeniedException", reason);
        };
    }

    private static ServerResponse json(int status, String type, String reason) {
        return ServerResponse.of(
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
