package com.scheduleevents.emulator.lambda;

import com.amazonaws.services.lambda.runtime.Context;

/**
 * The classes that Lambda's Java runtime provides besides the JDK: the interfaces of aws-lambda-java-core. Everything else
 * must be in the function's jar, as on Lambda.
 */
final class RuntimeClasses extends ClassLoader {

    private static final String CORE = Context.class.getPackageName() + ".";

    RuntimeClasses() {
        super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(CORE) && name.indexOf('.', CORE.length()) < 0) {
            return Context.class.getClassLoader().loadClass(name);
        }
        throw new ClassNotFoundException(name);
    }
}
