package com.scheduleevents.cli.operations;

import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.process.Terminal;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import picocli.CommandLine.Option;

/** Asks before something is done that cannot be undone, or changes much. */
public final class Confirmation {

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    private final Terminal terminal;

    /** Asks at the terminal of this process. */
    public Confirmation(ProcessContext context) {
        this.terminal = context.terminal();
    }

    /**
     * Goes on only if the user agrees.
     *
     * @param question ends with a question mark
     */
    void require(String question) {
        require(question, "This cannot be undone, and nobody can be asked here: repeat it with --yes.");
    }

    /**
     * Goes on only if the user agrees.
     *
     * @param question ends with a question mark
     * @param unattended what is said where nobody can be asked
     */
    public void require(String question, String unattended) {
        if (yes) {
            return;
        }
        if (!terminal.isInteractive()) {
            throw new InvalidArguments(unattended);
        }
        if (terminal.line(question + " [y/N] ")
                .filter(text -> text.strip().equalsIgnoreCase("y"))
                .isEmpty()) {
            throw new CommandFailure("Nothing was changed.");
        }
    }
}
