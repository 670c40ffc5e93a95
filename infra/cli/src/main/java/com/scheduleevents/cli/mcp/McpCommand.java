package com.scheduleevents.cli.mcp;

import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.terminal.CommandFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.ServiceLoader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves an assistant. Its libraries are larger than the rest of the program, so they are in a jar that is loaded here. */
@Command(
        name = "mcp",
        description = {
            McpCommand.SUMMARY,
            "An assistant starts it, and ends it with the end of its input. Its tools read, delete nothing, and never show a secret."
        })
public final class McpCommand implements Runnable {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Lets an assistant find out why an event did not arrive: a server of the Model Context Protocol (MCP) on standard"
                    + " input and output.";

    private static final String JAR = "clinic-events-mcp.jar";

    @Option(
            names = "--allow-changes",
            description = "Also offer tools that change webhooks, and that test, redeliver, dismiss and replay.")
    private boolean allowsChanges;

    @Mixin
    private final ConnectionOptions connection;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final ProcessContext context;

    /** Talks to the assistant on the standard input of this process. */
    public McpCommand(ProcessContext context) {
        this.context = context;
        this.connection = new ConnectionOptions(context);
    }

    @Override
    public void run() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (ApiSession api = connection.open()) {
            // Not closed: it would close jars from which other loaders are reading.
            ClassLoader loader = new URLClassLoader(new URL[] {jar()}, McpCommand.class.getClassLoader());
            // By it, libraries find what else is in their jar; threads that they start inherit it.
            thread.setContextClassLoader(loader);
            ServiceLoader.load(ToolServer.class, loader)
                    .findFirst()
                    .orElseThrow(() -> new CommandFailure("This needs " + JAR + " beside the jar of the program."))
                    .serve(
                            api,
                            allowsChanges,
                            context.input(),
                            new Lines(spec.commandLine().getOut()));
        } catch (IOException e) {
            throw new CommandFailure("The server has ended: a message or " + JAR + " cannot be read.", e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Where the jar is, whether it exists or not. */
    private static URL jar() throws IOException {
        URL program = Objects.requireNonNull(
                        McpCommand.class.getProtectionDomain().getCodeSource())
                .getLocation();
        return Path.of(URI.create(program.toString()))
                .resolveSibling(JAR)
                .toUri()
                .toURL();
    }

    /** Prints what was written before each flush, which is whole messages. */
    private static final class Lines extends ByteArrayOutputStream {

        private final PrintWriter out;

        Lines(PrintWriter out) {
            this.out = out;
        }

        @Override
        public synchronized void flush() {
            out.print(toString(StandardCharsets.UTF_8));
            out.flush();
            reset();
        }
    }
}
