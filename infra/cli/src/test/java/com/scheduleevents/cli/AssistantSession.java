package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.mcp.server.SdkToolServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Speaks to a tool server as an assistant does, message by message. */
final class AssistantSession implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final PipedOutputStream messages = new PipedOutputStream();
    private final BufferedReader answers;
    private final CompletableFuture<Void> server;
    private final JsonNode greeting;
    private int id;

    private AssistantSession(ScriptedApi api, boolean allowsChanges) throws IOException {
        PipedInputStream toServer = new PipedInputStream(messages);
        PipedOutputStream fromServer = new PipedOutputStream();
        answers = new BufferedReader(
                new InputStreamReader(new PipedInputStream(fromServer, 1 << 20), StandardCharsets.UTF_8));
        server = CompletableFuture.runAsync(
                () -> {
                    try (ApiSession session = new ApiSession(api.url(), "sk_test_1", _ -> {})) {
                        new SdkToolServer().serve(session, allowsChanges, toServer, fromServer);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
        greeting = request(
                "initialize",
                "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    static AssistantSession open(ScriptedApi api, boolean allowsChanges) throws IOException {
        return new AssistantSession(api, allowsChanges);
    }

    /** What the server says before anything else. */
    JsonNode greeting() {
        return greeting.path("result");
    }

    List<JsonNode> tools() throws IOException {
        return request("tools/list", "{}").at("/result/tools").valueStream().toList();
    }

    /** The whole answer to a call, which may be an error of the protocol. */
    JsonNode answer(String tool, String arguments) throws IOException {
        return request("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
    }

    /** The text of a result of success. */
    String call(String tool, String arguments) throws IOException {
        JsonNode answer = answer(tool, arguments);
        assertThat(answer.at("/result/isError").asBoolean(true))
                .as(answer.toString())
                .isFalse();
        return answer.at("/result/content/0/text").asText();
    }

    /** The text of an error. */
    String refused(String tool, String arguments) throws IOException {
        JsonNode answer = answer(tool, arguments);
        assertThat(answer.at("/result/isError").asBoolean())
                .as(answer.toString())
                .isTrue();
        return answer.at("/result/content/0/text").asText();
    }

    private JsonNode request(String method, String parameters) throws IOException {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        request.put("jsonrpc", "2.0").put("id", ++id).put("method", method).set("params", JSON.readTree(parameters));
        send(request.toString());
        JsonNode answer = JSON.readTree(answers.readLine());
        assertThat(answer.path("id").asInt()).isEqualTo(id);
        return answer;
    }

    private void send(String message) throws IOException {
        messages.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        messages.flush();
    }

    /** Ends the input, after which the server has to end. */
    @Override
    public void close() throws IOException {
        messages.close();
        server.join();
    }
}
