package com.scheduleevents.cli.mcp.server;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.mcp.ToolServer;
import com.scheduleevents.terminal.CommandFailure;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.simple.SimpleLogger;

/** Serves the tools with the SDK of the protocol, which also checks arguments against the schema of the tool. */
public final class SdkToolServer implements ToolServer {

    /** What assistants take as one result, about 25,000 tokens, in characters. */
    private static final int LONGEST = 100_000;

    @Override
    public void serve(ApiSession api, boolean allowsChanges, InputStream messages, OutputStream answers)
            throws IOException {
        // To standard error, and failures alone: a warning may quote what an assistant has sent.
        System.setProperty(SimpleLogger.DEFAULT_LOG_LEVEL_KEY, "error");
        // ASCII alone, since nobody knows in which encoding the process writes.
        JacksonMcpJsonMapper json = new JacksonMcpJsonMapper(
                JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build());
        // The SDK reads in a thread of its own, and tells nobody when it has come to the end.
        try (PipedInputStream read = new PipedInputStream();
                PipedOutputStream passedOn = new PipedOutputStream(read);
                InputStream instructions =
                        Objects.requireNonNull(SdkToolServer.class.getResourceAsStream("instructions.txt"))) {
            McpSyncServer server = McpServer.sync(new StdioServerTransportProvider(json, read, answers))
                    .serverInfo(
                            "clinic-events",
                            String.valueOf(ApiSession.class.getPackage().getImplementationVersion()))
                    .instructions(new String(instructions.readAllBytes(), StandardCharsets.UTF_8))
                    .capabilities(ServerCapabilities.builder().tools(false).build())
                    .jsonMapper(json)
                    .jsonSchemaValidator(new DefaultJsonSchemaValidator())
                    .tools(OperationTool.all().stream()
                            .filter(tool -> allowsChanges || tool.isReadOnly())
                            .map(tool -> specification(tool, api))
                            .toList())
                    .build();
            byte[] some = new byte[8192];
            for (int count = messages.read(some); count >= 0; count = messages.read(some)) {
                passedOn.write(some, 0, count);
                passedOn.flush();
            }
            server.close();
        }
    }

    private static SyncToolSpecification specification(OperationTool tool, ApiSession api) {
        ToolAnnotations annotations = ToolAnnotations.builder()
                .readOnlyHint(tool.isReadOnly())
                .destructiveHint(!tool.isReadOnly() && !tool.adds())
                .build();
        Tool described = Tool.builder(tool.name(), tool.schema())
                .title(tool.title())
                .description(tool.description())
                .annotations(annotations)
                .build();
        return new SyncToolSpecification(described, (_, request) -> {
            Map<String, Object> arguments =
                    Optional.ofNullable(request.arguments()).orElse(Map.of());
            return result(tool, api, arguments);
        });
    }

    private static CallToolResult result(OperationTool tool, ApiSession api, Map<String, Object> arguments) {
        try {
            String text = Redaction.of(tool.call(api, arguments)).toString();
            return text.length() <= LONGEST
                    ? result(text, false)
                    : result(
                            "The result has " + text.length() + " characters, more than " + LONGEST
                                    + ": ask for less of it, with a smaller limit for example.",
                            true);
        } catch (ApiFailure | CommandFailure failure) {
            return result(Redaction.of(String.valueOf(failure.getMessage())), true);
        }
    }

    private static CallToolResult result(String text, boolean isError) {
        return CallToolResult.builder().addTextContent(text).isError(isError).build();
    }
}
