package com.scheduleevents.emulator.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.SdkRequest;

/**
 * Serves the operations of a client of the AWS SDK on 127.0.0.1 in AWS's JSON protocol, so that programs outside this process can call
 * what the client stands for. It accepts any credentials.
 */
public final class JsonProtocolServer implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTENT_TYPE = "application/x-amz-json-1.0";

    /** Above the largest request of DynamoDB and SQS, 16 MB. */
    private static final int MAX_BODY = 17 * 1024 * 1024;

    private final Class<? extends SdkClient> type;
    private final SdkClient client;
    private final LoopbackServer server;

    private JsonProtocolServer(String name, int port, Class<? extends SdkClient> type, SdkClient client) {
        this.type = type;
        this.client = client;
        this.server = LoopbackServer.start(name, port, MAX_BODY, this::serve);
    }

    /**
     * Starts to listen.
     *
     * @param name its name in the message about an occupied port
     * @param port 0 for a free one
     * @param type the interface whose operations are served
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     */
    public static <T extends SdkClient> JsonProtocolServer start(String name, int port, Class<T> type, T client) {
        return new JsonProtocolServer(name, port, type, client);
    }

    /** The endpoint for the SDK. */
    public URI url() {
        return server.url();
    }

    private ServerResponse serve(ServerRequest request) throws IOException, ReflectiveOperationException {
        String target = request.header("X-Amz-Target").orElse("");
        Optional<Method> operation = operation(target.substring(target.lastIndexOf('.') + 1));
        if (operation.isEmpty()) {
            return error(400, "UnknownOperationException", "There is no operation " + target + ".");
        }
        try {
            Class<?> requestType = operation.get().getParameterTypes()[0];
            SdkPojo builder = (SdkPojo) requestType.getMethod("builder").invoke(null);
            Object response = operation.get().invoke(client, SdkJson.read(JSON.readTree(request.body()), builder));
            return ServerResponse.of(
                            200,
                            CONTENT_TYPE,
                            SdkJson.written((SdkPojo) response).toString())
                    .with(new Header(
                            "Date",
                            DateTimeFormatter.RFC_1123_DATE_TIME.format(
                                    Instant.now().atOffset(ZoneOffset.UTC))));
        } catch (IllegalArgumentException e) {
            return error(400, "SerializationException", String.valueOf(e.getMessage()));
        } catch (InvocationTargetException e) {
            return failed(e);
        }
    }

    private Optional<Method> operation(String name) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equalsIgnoreCase(name)
                        && method.getParameterCount() == 1
                        && SdkRequest.class.isAssignableFrom(method.getParameterTypes()[0])
                        && SdkPojo.class.isAssignableFrom(method.getReturnType()))
                .findFirst();
    }

    private static ServerResponse failed(InvocationTargetException failure) {
        return switch (failure.getCause()) {
            case AwsServiceException refused -> refused(refused);
            case UnsupportedOperationException unknown ->
                error(400, "UnknownOperationException", String.valueOf(unknown.getMessage()));
            case null, default -> throw new IllegalStateException("The service failed.", failure);
        };
    }

    /** With the fields of its own that an error has, such as the reasons of a cancelled transaction. */
    private static ServerResponse refused(AwsServiceException refused) {
        ObjectNode body = SdkJson.written(refused);
        String code = refused.awsErrorDetails() == null
                ? refused.getClass().getSimpleName()
                : refused.awsErrorDetails().errorCode();
        String message = refused.awsErrorDetails() == null
                ? String.valueOf(refused.getMessage())
                : refused.awsErrorDetails().errorMessage();
        body.put("__type", "com.amazonaws#" + shape(refused, code)).put("message", message);
        int status = refused.statusCode() >= 500 ? refused.statusCode() : 400;
        return ServerResponse.of(status, CONTENT_TYPE, body.toString())
                .with(new Header("x-amzn-query-error", code + (status < 500 ? ";Sender" : ";Receiver")));
    }

    /** The codes of SQS are those of its older protocol; a client of this one looks for the name of the error's shape. */
    private static String shape(AwsServiceException refused, String code) {
        boolean isModeled = refused.getClass().getSuperclass() != AwsServiceException.class;
        String name = refused.getClass().getSimpleName();
        return isModeled && code.startsWith("AWS.") ? name.substring(0, name.length() - "Exception".length()) : code;
    }

    private static ServerResponse error(int status, String type, String message) {
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("__type", type).put("message", message);
        return ServerResponse.of(status, CONTENT_TYPE, body.toString());
    }

    @Override
    public void close() {
        server.close();
    }
}
