package com.scheduleevents.e2e;

import com.scheduleevents.local.MiniStackCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/** Where the suite runs when it does not run on embedded clouds: the system properties {@code target} and {@code target.*} say. */
enum RemoteTarget {
    /** On embedded clouds. */
    NOWHERE,

    /** One MiniStack for all tests, its day of retries as short as that of {@link SharedClouds#COMPRESSED}: {@code -Dtarget=ministack}. */
    MINISTACK,

    /** A stack that is there already, with the template's own times: {@code -Dtarget.url=… -Dtarget.key=…}. */
    DEPLOYED;

    private static final Set<Capability> OF_MINISTACK = EnumSet.complementOf(
            EnumSet.of(Capability.CLOSED_PORTS, Capability.GATEWAY_RESPONSES, Capability.ADDRESS_IN_MAILS));

    /** Closed by JUnit after the last test. */
    private record Running(MiniStackCloud cloud, Target target, StackAccess backstage) implements AutoCloseable {

        @Override
        public void close() {
            backstage.close();
            cloud.close();
        }
    }

    static RemoteTarget configured() {
        if (Target.isNamed()) {
            return DEPLOYED;
        }
        String name = System.getProperty("target", "");
        return switch (name) {
            case "" -> NOWHERE;
            case "ministack" -> MINISTACK;
            default ->
                throw new IllegalStateException(
                        "-Dtarget=" + name + " is none: choose ministack, or -Dtarget.url and -Dtarget.key.");
        };
    }

    /** Whether tests of that cloud can run here. */
    boolean standsFor(SharedClouds kind) {
        return switch (this) {
            case NOWHERE -> true;
            case MINISTACK -> kind == SharedClouds.STANDARD || kind == SharedClouds.COMPRESSED;
            case DEPLOYED -> kind == SharedClouds.STANDARD;
        };
    }

    /** Whether tests can look behind its API. */
    boolean hasBackstage() {
        return this != DEPLOYED;
    }

    /**
     * The target of all tests.
     *
     * @throws IllegalStateException when each has an embedded cloud
     */
    Target target(Store running) {
        return switch (this) {
            case NOWHERE -> throw new IllegalStateException("Tests run on embedded clouds.");
            case MINISTACK -> running(running).target();
            case DEPLOYED -> Target.named();
        };
    }

    /**
     * What lies behind the API of the target of all tests.
     *
     * @throws IllegalStateException when there is none that a test could look at
     */
    StackAccess backstage(Store running) {
        if (this != MINISTACK) {
            throw new IllegalStateException("Nothing can be seen behind the API of " + this + ".");
        }
        return running(running).backstage();
    }

    private static Running running(Store store) {
        return store.getOrComputeIfAbsent(MINISTACK, where -> ministack(), Running.class);
    }

    private static Running ministack() {
        try {
            MiniStackCloud cloud = MiniStackCloud.start(SharedClouds.COMPRESSED.options());
            return new Running(
                    cloud, Target.of(cloud.description(), OF_MINISTACK), new StackAccess(cloud.description()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
