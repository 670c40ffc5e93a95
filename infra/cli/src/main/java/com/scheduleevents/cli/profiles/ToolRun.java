package com.scheduleevents.cli.profiles;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A run of another program that has ended. It may have asked the user to unlock the keychain, so that it took any time.
 *
 * @param status its exit status
 * @param text its standard output
 */
record ToolRun(int status, String text) {

    /**
     * Runs a program to its end.
     *
     * @param input its standard input
     * @param command the program and its arguments, which other users of the machine can see
     */
    static ToolRun of(String input, String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            write(process, input);
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new ToolRun(process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + command[0] + " ran", e);
        }
    }

    /** What it printed, without the last line end; empty when it failed or printed nothing. */
    Optional<String> output() {
        return Optional.of(text.strip()).filter(printed -> status == 0 && !printed.isEmpty());
    }

    /** A program that does not read its input may have closed it already. */
    private static void write(Process process, String input) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
            // Its exit status and output tell whether it worked.
        }
    }
}
