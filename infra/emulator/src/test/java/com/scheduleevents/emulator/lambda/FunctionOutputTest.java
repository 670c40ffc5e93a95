package com.scheduleevents.emulator.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionOutputTest {

    @TempDir
    private Path directory;

    @Test
    void printsOfAFunctionsThreadsGoToItsLogAndAllOthersToTheConsole() throws Exception {
        ByteArrayOutputStream console = new ByteArrayOutputStream();
        Path file = directory.resolve("log");
        try (FunctionLog log = FunctionLog.open(file, line -> {});
                PrintStream out = new FunctionOutput(new PrintStream(console, true, StandardCharsets.UTF_8))) {
            Thread function = Thread.ofPlatform().unstarted(() -> {
                out.println("from the handler");
                join(Thread.ofVirtual().start(() -> out.println("from a thread of the handler")));
            });
            function.setContextClassLoader(new FunctionLoader(getClass().getClassLoader(), log));
            function.start();
            function.join();
            out.println("from the test");
        }
        assertThat(Files.readAllLines(file)).containsExactly("from the handler", "from a thread of the handler");
        assertThat(console.toString(StandardCharsets.UTF_8)).isEqualTo("from the test" + System.lineSeparator());
    }

    @Test
    void nothingIsWrittenToALogThatIsClosed() throws IOException {
        Path file = directory.resolve("log");
        FunctionLog log = FunctionLog.open(file, line -> {});
        log.line("Sample", "first\n\tcontinued");
        log.close();
        log.line("Sample", "after closing");
        assertThat(Files.readAllLines(file))
                .satisfiesExactly(line -> assertThat(line).endsWith("Z Sample first"), line -> assertThat(line)
                        .isEqualTo("    \tcontinued"));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
