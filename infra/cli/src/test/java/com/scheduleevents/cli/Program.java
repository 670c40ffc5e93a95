package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.process.StopSignal;
import com.scheduleevents.cli.process.Terminal;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs commands in a process context that a test chooses. Waiting takes no time; the last of the allowed waits ends the program. */
final class Program {

    static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    private final Path home;
    private final Map<String, String> variables = new HashMap<>();
    private final List<Duration> waits = new ArrayList<>();
    private String system = "Linux";
    private byte[] input = {};
    private Optional<String> answer = Optional.empty();
    private boolean interactive;
    private int allowedWaits = 100;
    private Runnable duringWaits = () -> {};
    private Runnable beforePrinting = () -> {};
    private Optional<Terminal> terminal = Optional.empty();
    private Duration clockStep = Duration.ZERO;
    private Instant now = NOW;
    private volatile Optional<Thread> stoppable = Optional.empty();

    Program(Path home) {
        this.home = home;
    }

    /** With the URL and a key of this API in the environment. */
    Program using(ScriptedApi api) {
        return using(api.url());
    }

    /** With this URL of an API and a key in the environment. */
    Program using(URI api) {
        return variable("CLINIC_EVENTS_API", api.toString()).variable("CLINIC_EVENTS_KEY", "sk_test_1");
    }

    Program variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    Program on(String operatingSystem) {
        system = operatingSystem;
        return this;
    }

    Program input(String text) {
        input = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** At a terminal, where somebody answers each question so. */
    Program answering(String text) {
        interactive = true;
        answer = Optional.of(text);
        return this;
    }

    /** At this terminal. */
    Program at(Terminal other) {
        terminal = Optional.of(other);
        return this;
    }

    /** Each look at the clock finds it this much later. */
    Program clockStep(Duration step) {
        clockStep = step;
        return this;
    }

    /** As Ctrl-C does, while a command runs that wants to know. */
    void stop() {
        stoppable.orElseThrow().interrupt();
    }

    /** The wait after these many is interrupted, as by Ctrl-C. */
    Program interruptedAfter(int number) {
        allowedWaits = number;
        return this;
    }

    /** During each wait, this happens. */
    Program duringWaits(Runnable action) {
        duringWaits = action;
        return this;
    }

    /** Printing does this first. */
    Program printingTo(Runnable first) {
        beforePrinting = first;
        return this;
    }

    /** The output and exit status of a command. */
    record Ended(int status, String out, String err) {}

    /** Runs a command that must succeed. @return its output */
    String run(String... arguments) {
        Ended ended = execute(arguments);
        assertThat(ended.status()).as(ended.err()).isZero();
        return ended.out();
    }

    Ended execute(String... arguments) {
        StringWriter out = new StringWriter() {
            @Override
            public void write(String text, int offset, int length) {
                beforePrinting.run();
                super.write(text, offset, length);
            }
        };
        StringWriter err = new StringWriter();
        int status = ClinicEvents.commandLine(context(), arguments)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        // A test that interrupts the command must not interrupt what runs on this thread next.
        Thread.interrupted();
        return new Ended(status, out.toString(), err.toString());
    }

    List<Duration> waits() {
        return List.copyOf(waits);
    }

    ProcessContext context() {
        return new ProcessContext(
                variables,
                system,
                home,
                new ByteArrayInputStream(input),
                terminal.orElseGet(() -> new AnsweringTerminal(interactive, answer)),
                new SteppingClock(),
                this::pause,
                this::interruptThisThread);
    }

    private StopSignal.Ending interruptThisThread() {
        stoppable = Optional.of(Thread.currentThread());
        return () -> stoppable = Optional.empty();
    }

    private void pause(Duration time) throws InterruptedException {
        if (waits.size() == allowedWaits) {
            throw new InterruptedException("the test ends the wait");
        }
        waits.add(time);
        duringWaits.run();
    }

    private record AnsweringTerminal(boolean isInteractive, Optional<String> answer) implements Terminal {

        @Override
        public Optional<String> secret(String prompt) {
            return answer;
        }

        @Override
        public Optional<String> line(String prompt) {
            return answer;
        }
    }

    private final class SteppingClock extends Clock {

        @Override
        public Instant instant() {
            Instant read = now;
            now = now.plus(clockStep);
            return read;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
