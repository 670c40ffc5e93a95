package com.scheduleevents.emulator.lambda;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Standard output of a JVM that hosts functions: what a function prints goes to its cloud's log, the rest to the console. */
public final class FunctionOutput extends PrintStream {

    /** @param console takes what no function prints */
    FunctionOutput(PrintStream console) {
        super(new ByOrigin(console), true, StandardCharsets.UTF_8);
    }

    /** Redirects what functions print to their logs from now on, as Lambda does; calling it again changes nothing. */
    public static synchronized void redirectToLogs() {
        if (!(System.out instanceof FunctionOutput)) {
            System.setOut(new FunctionOutput(System.out));
        }
    }

    private static final class ByOrigin extends OutputStream {

        private final PrintStream console;

        ByOrigin(PrintStream console) {
            this.console = console;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        /** A function's threads, and those that they start, have the loader of its jar; no other thread has. */
        @Override
        public void write(byte[] bytes, int from, int count) {
            if (Thread.currentThread().getContextClassLoader() instanceof FunctionLoader function) {
                function.log().print(bytes, from, count);
            } else {
                console.write(bytes, from, count);
            }
        }

        @Override
        public void flush() {
            console.flush();
        }
    }
}
