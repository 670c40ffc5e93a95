package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code mcp} of the packaged program, and an assistant that speaks to it over its standard streams. */
final class McpProcess implements AutoCloseable {

    /** What an assistant is configured to start. */
    static final Path PROGRAM =
            Path.of("../../bin/clinic-events").toAbsolutePath().normalize();

    private final StringBuilder transcript = new StringBuilder();
    private final File errors;
    private final Process process;
    private final BufferedReader answers;
    private int id;

    private McpProcess(Map<String, String> variables, List<String> command) throws IOException {
        errors = Files.createTempFile("mcp", ".txt").toFile();
        errors.deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors);
        builder.environment().putAll(variables);
        process = builder.start();
        answers = process.inputReader(StandardCharsets.UTF_8);
        request("initialize", """
                {"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}""");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    }

    /** Starts it with the key of an account, and greets it. */
    static McpProcess start(Target target, String key, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), "mcp"));
        command.addAll(List.of(options));
        return new McpProcess(variables(target, key), command);
    }

    static Map<String, String> variables(Target target, String key) {
        return Map.of(
                "CLINIC_EVENTS_API",
                target.api().toString(),
                "CLINIC_EVENTS_KEY",
                key,
                "JAVA_HOME",
                System.getProperty("java.home"));
    }

    List<String> tools() throws IOException {
        return request("tools/list", "{}").at("/result/tools").findValuesAsText("name");
    }

    /** Calls a tool that must succeed. */
    JsonNode call(String tool, Map<String, String> arguments) throws IOException {
        JsonNode result = result(tool, arguments);
        assertThat(result.path("isError").asBoolean(true))
                .as(transcript.toString())
                .isFalse();
        return HttpsClient.parsed(result.at("/content/0/text").asText());
    }

    /** Calls a tool that must fail. @return why it failed */
    String refused(String tool, Map<String, String> arguments) throws IOException {
        JsonNode result = result(tool, arguments);
        assertThat(result.path("isError").asBoolean()).as(transcript.toString()).isTrue();
        return result.at("/content/0/text").asText();
    }

    /** Everything that it has answered. */
    String transcript() {
        return transcript.toString();
    }

    private JsonNode result(String tool, Map<String, String> arguments) throws IOException {
        ObjectNode call = JsonNodeFactory.instance.objectNode().put("name", tool);
        ObjectNode given = call.putObject("arguments");
        arguments.forEach(given::put);
        return request("tools/call", call.toString()).path("result");
    }

    private JsonNode request(String method, String parameters) throws IOException {
        id++;
        send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}");
        String line = answers.readLine();
        assertThat(line).as("%s", Files.readString(errors.toPath())).isNotNull();
        transcript.append(line).append('\n');
        JsonNode answer = HttpsClient.parsed(line);
        assertThat(answer.path("id").asInt()).as(line).isEqualTo(id);
        return answer;
    }

    private void send(String message) throws IOException {
        OutputStream messages = process.getOutputStream();
        messages.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        messages.flush();
    }

    /** Ends its input, after which it has to end without a word on standard error. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        assertThat(process.onExit().join().exitValue()).isZero();
        assertThat(answers.readLine()).isNull();
        assertThat(Files.readString(errors.toPath())).isEmpty();
    }
}
