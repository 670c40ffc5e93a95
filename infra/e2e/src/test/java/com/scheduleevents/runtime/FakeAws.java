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
 * Every service of AWS in one place: every account and clinic is there and no other row, the queues take everything, and
 * credentials are handed out as Lambda does it for functions that come from a snapshot. Keeps who asked for what.
 */
final class FakeAws implements AutoCloseable {

    private static final String CREDENTIALS = "/credentials";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/,\\s]+)/");

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final LoopbackServer server = LoopbackServer.start("aws", 0, 1024 * 1024, this::serve);
    private volatile String accessKey = "before-the-snapshot";

    /** Where all services are. */
    String address() {
        return server.address().toString();
    }

    /** Where credentials are. */
    String credentialsAddress() {
        return server.address().resolve(CREDENTIALS).toString();
    }

    /** From here on credentials have this id. */
    void handOut(String accessKeyId) {
        accessKey = accessKeyId;
    }

    /** What was asked for and by whom, such as {@code GetItem by AKIA…}, in order; {@code credentials} where it was those. */
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
        return ServerResponse.of(
                200,
                "application/x-amz-json-1.0",
                answer(operation, JSON.readTree(request.body())).toString());
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

    private static ObjectNode answer(String operation, JsonNode asked) {
        ObjectNode answer = JSON.createObjectNode();
        switch (operation) {
            case "Query" -> answer.put("Count", 0).putArray("Items");
            case "SendMessage" ->
                answer.put("MessageId", "m")
                        .put("MD5OfMessageBody", md5(asked.path("MessageBody").asText()));
            case "GetItem" -> {
                String sort = asked.at("/Key/sk/S").asText();
                if (sort.equals("account") || sort.startsWith("clinic#")) {
                    answer.putObject("Item").putObject("name").put("S", "Harbour group");
                }
            }
            default -> {
                // An empty object is an answer to everything else.
            }
        }
        return answer;
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
