package com.scheduleevents.emulator.lambda;

import java.net.URL;
import java.net.URLClassLoader;

/** Loads the classes of one function jar, and knows the log of the cloud that runs them. */
final class FunctionLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final FunctionLog log;

    FunctionLoader(String name, URL jar, FunctionLog log) {
        super(name, new URL[] {jar}, new RuntimeClasses());
        this.log = log;
    }

    FunctionLog log() {
        return log;
    }
}
