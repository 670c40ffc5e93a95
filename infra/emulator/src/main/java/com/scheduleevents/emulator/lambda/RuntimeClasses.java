package com.scheduleevents.emulator.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import java.util.List;

/**
 * The classes that Lambda's Java runtime provides besides the JDK: the interfaces of aws-lambda-java-core. Everything else
 * must be in the function's jar, as on Lambda.
 */
final class RuntimeClasses extends ClassLoader {

    private static final String CORE = Context.class.getPackageName() + ".";

    private final List<String> shared;

    /** @param shared what the names of further classes begin with that functions have in common with this process */
    RuntimeClasses(List<String> shared) {
        super(ClassLoader.getPlatformClassLoader());
        this.shared = shared;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        boolean ofTheRuntime = name.startsWith(CORE) && name.indexOf('.', CORE.length()) < 0;
        if (ofTheRuntime || shared.stream().anyMatch(name::startsWith)) {
            return Context.class.getClassLoader().loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}
