package com.scheduleevents.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;

class ArgumentOrderTest {

    private final ArgumentOrder order = new ArgumentOrder(
            new CommandNames(
                    new CommandNames.Named("events", Events.class, ""),
                    new CommandNames.Named("listen", Listen.class, "")),
            Set.of("--api"),
            Map.of("--json", "--json", "--local", "--local=file"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                  | --help",
                "help                                | --help",
                "help events                         | events --help",
                "help events get                     | events get --help",
                "help event                          | event",
                "events                              | events --help",
                "events get evt_1                    | events get evt_1",
                "events evt_1                        | events evt_1",
                "listen                              | listen",
                "--api URL events get evt_1          | events get --api URL evt_1",
                "--api=URL --json events get evt_1   | events get --api=URL --json evt_1",
                "events --api URL get evt_1          | events get --api URL evt_1",
                "--local events get evt_1            | events get --local=file evt_1",
                "--local=other events get            | events get --local=other",
                "--api URL                           | --help",
                "--api URL --version                 | --version",
                "--api URL --jsn events get evt_1    | --jsn events get evt_1",
                "--api                               | --api",
                "listen --api URL                    | listen --api URL",
            })
    void wordsOfTheCommandComeFirst(String given, String read) {
        assertThat(String.join(" ", order.of(given.isEmpty() ? new String[0] : given.split(" "))))
                .isEqualTo(read);
    }

    @Command(name = "events")
    static final class Events {

        @Command(name = "get")
        void get() {}
    }

    @Command(name = "listen")
    static final class Listen {}
}
