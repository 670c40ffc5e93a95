package com.scheduleevents.e2e;

import com.scheduleevents.local.LocalCloud;

/** The cloud whose console is opened in a browser. */
final class ConsoleCloud implements AutoCloseable {

    private final LocalCloud cloud = SharedClouds.start(SharedClouds.options("console"));
    private final Target target = Target.of(cloud.description());
    private final StackAccess stack = new StackAccess(cloud.description());

    /** Its public interfaces. */
    Target target() {
        return target;
    }

    /** Its operator's commands. */
    OperatorCalls operator() {
        return stack.operator();
    }

    @Override
    public void close() {
        stack.close();
        cloud.close();
    }
}
