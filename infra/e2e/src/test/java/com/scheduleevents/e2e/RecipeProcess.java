package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.docs.RecipesPage.Recipe;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A receiver of docs/receiving-webhooks/frameworks.md, run with its framework in a directory below target/recipes, or the consumer
 * of docs/api/pulling.md.
 */
final class RecipeProcess implements AutoCloseable {

    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();

    /** Headers that the HTTP client sets itself. */
    private static final Set<String> OF_THE_CONNECTION = Set.of("host", "content-length", "connection");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path directory;
    private final Process process;
    private final URI url;

    private RecipeProcess(Path directory, Process process, int port) {
        this.directory = directory;
        this.process = process;
        this.url = URI.create("http://127.0.0.1:" + port + "/webhooks");
    }

    /**
     * Installs what a receiver needs, starts it and waits until it accepts connections.
     *
     * @param table the SQL that creates the table in which it stores events
     * @param secret of the webhook
     */
    static RecipeProcess receiver(Recipe recipe, String table, String secret) throws IOException, InterruptedException {
        RecipeProcess receiver = start(recipe, table, Map.of("WEBHOOK_SECRET", secret));
        receiver.awaitConnections();
        return receiver;
    }

    /**
     * Installs what a program needs and starts it.
     *
     * @param table the SQL that creates the table in which it stores events
     * @param variables of its environment
     */
    static RecipeProcess start(Recipe recipe, String table, Map<String, String> variables)
            throws IOException, InterruptedException {
        Path directory = copied(Path.of("src/test/recipes", recipe.name()));
        Files.writeString(directory.resolve(recipe.file()), recipe.code());
        Files.deleteIfExists(directory.resolve("inbox.db"));
        sql(directory, table);
        return run(directory, variables);
    }

    /**
     * Installs and starts a server that is no recipe of the docs, and waits until it accepts connections.
     *
     * @param source its directory
     * @param variables of its environment
     */
    static RecipeProcess server(Path source, Map<String, String> variables) throws IOException {
        RecipeProcess server = run(copied(source), variables);
        server.awaitConnections();
        return server;
    }

    /**
     * Installs and runs a program that is no recipe of the docs until it ends, which has to be with success.
     *
     * @param source its directory
     * @param variables of its environment
     * @return the directory in which it ran
     */
    static Path program(Path source, Map<String, String> variables) throws IOException, InterruptedException {
        Path directory = copied(source);
        int status = run(directory, variables).process.waitFor();
        assertThat(status)
                .as("%s", Files.readString(directory.resolve("output")))
                .isZero();
        return directory;
    }

    private static Path copied(Path source) throws IOException {
        Path directory = Path.of("target/recipes").resolve(source.getFileName()).toAbsolutePath();
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.toList()) {
                Files.write(directory.resolve(file.getFileName()), Files.readAllBytes(file));
            }
        }
        return directory;
    }

    private static RecipeProcess run(Path directory, Map<String, String> variables) throws IOException {
        int port = freePort();
        ProcessBuilder command = new ProcessBuilder("bash", "start")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile());
        command.environment().put("PROJECT", PROJECT.toString());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().put("PORT", Integer.toString(port));
        command.environment().putAll(variables);
        return new RecipeProcess(directory, command.start(), port);
    }

    private void awaitConnections() {
        Await.await("the receiver").until(() -> {
            assertRunning();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
                return socket.isConnected();
            } catch (IOException notYet) {
                return false;
            }
        });
    }

    /** Fails with what the program printed if it has ended. */
    void assertRunning() throws IOException {
        assertThat(process.isAlive())
                .as("%s", Files.readString(directory.resolve("output")))
                .isTrue();
    }

    /** Forwards a request as a proxy does that ends TLS. @return the status of the response */
    int forward(ServerRequest request) {
        return send(
                new String(request.body(), StandardCharsets.UTF_8),
                request.headers().stream()
                        .filter(header ->
                                !OF_THE_CONNECTION.contains(header.name().toLowerCase(java.util.Locale.ROOT)))
                        .toList());
    }

    /** Sends a request to another path than that of the receivers. */
    HttpResponse<String> post(String path, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve(path)).POST(BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Sends a request. @return the status of the response */
    int send(String body, List<Header> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).POST(BodyPublishers.ofString(body));
        headers.forEach(header -> request.header(header.name(), header.value()));
        try {
            return client.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The bodies that were stored, in the order of their ids. */
    List<String> stored() throws IOException, InterruptedException {
        return sql(directory, "SELECT body FROM inbox ORDER BY id").lines().toList();
    }

    private static String sql(Path directory, String statement) throws IOException, InterruptedException {
        String script = "import sqlite3, sys\nwith sqlite3.connect('inbox.db') as inbox:\n"
                + "    for row in inbox.execute(sys.argv[1]): print(row[0])";
        Process python = new ProcessBuilder("python3", "-c", script, statement)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).as(output).isZero();
        return output;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        client.close();
        process.destroy();
        process.onExit().join();
    }
}
