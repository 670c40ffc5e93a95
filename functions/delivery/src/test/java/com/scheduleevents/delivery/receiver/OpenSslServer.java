package com.scheduleevents.delivery.receiver;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** A TLS server on OpenSSL, another implementation than the sender's, which responds to a request with 204. */
final class OpenSslServer implements AutoCloseable {

    private final Process process;
    private final BufferedReader said;
    private final String port;

    private OpenSslServer(Process process) {
        this.process = process;
        this.said = process.inputReader();
        this.port = said.lines()
                .filter(line -> line.startsWith("ACCEPT "))
                .findFirst()
                .map(line -> line.substring(line.lastIndexOf(':') + 1))
                .orElseThrow();
        Thread.ofVirtual().start(this::respond);
    }

    /**
     * Starts one; aborts the test where OpenSSL is not installed.
     *
     * @param arguments its version of TLS, its key and its certificate, and what it asks of clients
     */
    static OpenSslServer start(String... arguments) {
        List<String> command = Stream.concat(
                        Stream.of("openssl", "s_server", "-accept", "127.0.0.1:0"), Stream.of(arguments))
                .toList();
        try {
            return new OpenSslServer(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException notInstalled) {
            throw new TestAbortedException("needs openssl", notInstalled);
        }
    }

    /** The server prints what clients send, and sends them what it reads. */
    private void respond() {
        try {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.startsWith("POST /")) {
                    process.getOutputStream()
                            .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    process.getOutputStream().flush();
                }
            }
        } catch (IOException stopped) {
            // The test is over; what it expects of the server it has seen.
            return;
        }
    }

    String url(String host) {
        return "https://" + host + ":" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
