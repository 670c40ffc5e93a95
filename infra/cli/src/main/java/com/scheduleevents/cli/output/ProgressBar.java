package com.scheduleevents.cli.output;

import java.io.PrintWriter;

/** Shows how far a command is: one line that is written over in a terminal, or else a line for each change. */
public final class ProgressBar {

    private static final int WIDTH = 30;
    private static final String LINE_START = "\r";

    /** Erases what is left of the line before. */
    private static final String LINE_END = "\u001b[K";

    private final PrintWriter err;
    private final boolean interactive;
    private String last = "";

    /**
     * @param err the error stream
     * @param interactive whether it is a terminal
     */
    public ProgressBar(PrintWriter err, boolean interactive) {
        this.err = err;
        this.interactive = interactive;
    }

    /**
     * Shows the progress.
     *
     * @param done from 0 to 1
     * @param text what was done so far
     */
    public void show(double done, String text) {
        int full = (int) Math.round(Math.clamp(done, 0, 1) * WIDTH);
        String line = "[" + "#".repeat(full) + "-".repeat(WIDTH - full) + "] "
                + Math.round(Math.clamp(done, 0, 1) * 100) + "%  " + text;
        if (line.equals(last)) {
            return;
        }
        last = line;
        if (interactive) {
            err.print(LINE_START + line + LINE_END);
        } else {
            err.println(line);
        }
        err.flush();
    }

    /** Ends the line. */
    public void end() {
        if (interactive && !last.isEmpty()) {
            err.println();
            err.flush();
        }
    }
}
