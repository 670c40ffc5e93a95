package com.scheduleevents.cli.process;

import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * What the commands need of their process, so that tests can replace it.
 *
 * @param variables the environment variables
 * @param system the name of the operating system, as in the system property {@code os.name}
 * @param home the home directory of the user
 * @param input the standard input
 * @param terminal the terminal
 * @param clock tells the time
 * @param pause waits
 * @param stop tells that the program is asked to stop
 */
public record ProcessContext(
        Map<String, String> variables,
        String system,
        Path home,
        InputStream input,
        Terminal terminal,
        Clock clock,
        Pause pause,
        StopSignal stop) {

    public ProcessContext {
        variables = Map.copyOf(variables);
    }

    /** The context of this process. */
    public static ProcessContext ofProcess() {
        return new ProcessContext(
                System.getenv(),
                System.getProperty("os.name"),
                Path.of(System.getProperty("user.home")),
                System.in,
                new ConsoleTerminal(),
                Clock.systemUTC(),
                Thread::sleep,
                new ProcessStop());
    }

    /** The value of an environment variable; empty when it is not set, or set to nothing. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }
}
