package com.scheduleevents.e2e;

import com.scheduleevents.local.EmulatedCloud;
import com.scheduleevents.ministack.ForeignEmulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/** The target of the suite, as the system properties {@code target} and {@code target.*} select it. */
enum RemoteTarget {
    /** No remote target: the suite runs on embedded clouds. */
    NONE,

    /** One MiniStack for all tests, with the retry window of {@link SharedClouds#COMPRESSED}: {@code -Dtarget=ministack}. */
    MINISTACK,

    /** The same on LocalStack without Docker: {@code -Dtarget=localstack}. */
    LOCALSTACK,

    /** A deployed stack, with the durations of the template: {@code -Dtarget.url=… -Dtarget.key=…}. */
    DEPLOYED;

    private static final Set<Capability> OF_AN_EMULATOR = EnumSet.complementOf(EnumSet.of(
            Capability.CLOSED_PORTS,
            Capability.GATEWAY_RESPONSES,
            Capability.BOUNCES,
            Capability.CUSTOMER_ACCOUNTS,
            Capability.URL_IN_MAILS));

    /**
     * What the embedded cloud stretches itself: the sender's timeout and its queues' visibility timeouts. The sender refuses to
     * begin an attempt that could outlive it, and a receiver may take a minute.
     */
    private static final Map<String, String> SENDER = Map.of(
            "SenderTimeoutSeconds", Integer.toString(30 * SharedClouds.TIME_STRETCH),
            "DeliveryVisibilitySeconds", Integer.toString(180 * SharedClouds.TIME_STRETCH));

    /** Closed by JUnit after the last test. */
    private record Running(EmulatedCloud cloud, Target target, StackAccess stack) implements AutoCloseable {

        @Override
        public void close() {
            stack.close();
            cloud.close();
        }
    }

    static RemoteTarget configured() {
        if (Target.isNamed()) {
            return DEPLOYED;
        }
        String name = System.getProperty("target", "");
        return switch (name) {
            case "" -> NONE;
            case "ministack" -> MINISTACK;
            case "localstack" -> LOCALSTACK;
            default ->
                throw new IllegalStateException("-Dtarget=" + name
                        + " is unknown: choose ministack or localstack, or -Dtarget.url and -Dtarget.key.");
        };
    }

    /** Whether tests of that cloud can run on this target. */
    boolean standsFor(SharedClouds kind) {
        return switch (this) {
            case NONE -> true;
            case MINISTACK, LOCALSTACK -> kind == SharedClouds.STANDARD || kind == SharedClouds.COMPRESSED;
            case DEPLOYED -> kind == SharedClouds.STANDARD;
        };
    }

    /** Whether tests can access its tables and queues. */
    boolean hasStackAccess() {
        return this != DEPLOYED;
    }

    /**
     * The target of all tests.
     *
     * @throws IllegalStateException when the suite runs on embedded clouds
     */
    Target target(Store running) {
        return switch (this) {
            case NONE -> throw new IllegalStateException("Tests run on embedded clouds.");
            case MINISTACK -> running(running, ForeignEmulator.MINISTACK).target();
            case LOCALSTACK -> running(running, ForeignEmulator.LOCALSTACK).target();
            case DEPLOYED -> Target.named();
        };
    }

    /**
     * The tables, queues and operator of the target of all tests.
     *
     * @throws IllegalStateException when tests cannot access them
     */
    StackAccess stack(Store running) {
        return switch (this) {
            case MINISTACK -> running(running, ForeignEmulator.MINISTACK).stack();
            case LOCALSTACK -> running(running, ForeignEmulator.LOCALSTACK).stack();
            case NONE, DEPLOYED ->
                throw new IllegalStateException("Tests cannot access the tables and queues of " + this + ".");
        };
    }

    private static Running running(Store store, ForeignEmulator kind) {
        return store.getOrComputeIfAbsent(kind, RemoteTarget::start, Running.class);
    }

    private static Running start(ForeignEmulator kind) {
        try {
            EmulatedCloud cloud = EmulatedCloud.start(
                    kind, SharedClouds.COMPRESSED.options().withTimeStretch(1).withParameters(SENDER));
            return new Running(
                    cloud, Target.of(cloud.description(), OF_AN_EMULATOR), new StackAccess(cloud.description()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
