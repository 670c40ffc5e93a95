package com.scheduleevents.emulator.lambda;

/** The context class loader of a function's threads: it has the classes of the function's jar, and knows the log of its cloud. */
final class FunctionLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final FunctionLog log;

    FunctionLoader(ClassLoader classes, FunctionLog log) {
        super(classes);
        this.log = log;
    }

    FunctionLog log() {
        return log;
    }
}
