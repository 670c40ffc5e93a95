package com.scheduleevents.emulator.lambda;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Standard output of a JVM that hosts functions: the output of functions goes to their log, other output to the console. */
public final class FunctionOutput extends PrintStream {

    /** @param console receives output that is not a function's */
    FunctionOutput(PrintStream console) {
        super(new ByOrigin(console), true, StandardCharsets.UTF_8);
    }

    /** Redirects the output of functions to their logs, as Lambda does. Calling it again changes nothing. */
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

        /** Only a function's threads, and threads they start, have the class loader of its jar. */
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
