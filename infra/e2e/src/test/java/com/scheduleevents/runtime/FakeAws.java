package com.scheduleevents.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerAction;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fake of all AWS services: every account and clinic exists and no other row, so that no condition of an update holds; queues accept
 * every message, and credentials are served as Lambda does for functions restored from a snapshot. Records every call with its access key.
 */
final class FakeAws implements AutoCloseable {

    private static final String CREDENTIALS = "/credentials";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/,\\s]+)/");

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = LoopbackServer.start("aws", 0, 1024 * 1024, this::serve);
    private volatile String accessKey = "before-the-snapshot";

    /** The endpoint of all services. */
    String url() {
        return server.url().toString();
    }

    /** The endpoint of the credentials. */
    String credentialsUrl() {
        return server.url().resolve(CREDENTIALS).toString();
    }

    /** Sets the access key id of credentials served from now on. */
    void serveCredentials(String accessKeyId) {
        accessKey = accessKeyId;
    }

    /** The calls in order, such as {@code GetItem by AKIA…}, or {@code credentials} for a request for credentials. */
    List<String> calls() {
        return List.copyOf(calls);
    }

    private ServerAction serve(ServerRequest request) throws IOException {
        if (request.path().equals(CREDENTIALS)) {
            calls.add("credentials");
            return credentials();
        }
        String target = request.header("X-Amz-Target").orElse("none");
        String operation = target.substring(target.lastIndexOf('.') + 1);
        calls.add(operation + " by " + signer(request));
        JsonNode call = JSON.readTree(request.body());
        // An event id that has become too old on a slow machine can be replaced; whatever else is conditional cannot be
        // written.
        String condition = call.path("ConditionExpression").asText();
        if (operation.equals("UpdateItem") && !condition.isEmpty() && !condition.endsWith(" = :from")) {
            return json(400, JSON.createObjectNode().put("__type", "ConditionalCheckFailedException"));
        }
        return json(200, response(operation, call));
    }

    private static ServerResponse json(int status, ObjectNode body) {
        return ServerResponse.of(status, "application/x-amz-json-1.0", body.toString());
    }

    private ServerResponse credentials() {
        return ServerResponse.json(
                200,
                JSON.createObjectNode()
                        .put("AccessKeyId", accessKey)
                        .put("SecretAccessKey", "secret")
                        .put("Token", "token")
                        .put(
                                "Expiration",
                                Instant.now().plus(Duration.ofHours(6)).toString()));
    }

    private static String signer(ServerRequest request) {
        Matcher credential = CREDENTIAL.matcher(request.header("Authorization").orElse(""));
        return credential.find() ? credential.group(1) : "nobody";
    }

    private static ObjectNode response(String operation, JsonNode request) {
        ObjectNode response = JSON.createObjectNode();
        switch (operation) {
            case "Query" -> response.put("Count", 0).putArray("Items");
            case "SendMessage" ->
                response.put("MessageId", "m")
                        .put("MD5OfMessageBody", md5(request.path("MessageBody").asText()));
            case "GetItem" -> {
                String sort = request.at("/Key/sk/S").asText();
                if (sort.equals("account") || sort.startsWith("clinic#")) {
                    response.putObject("Item").putObject("name").put("S", "Harbour group");
                }
            }
            default -> {
                // An empty object is a valid response to everything else.
            }
        }
        return response;
    }

    private static String md5(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
