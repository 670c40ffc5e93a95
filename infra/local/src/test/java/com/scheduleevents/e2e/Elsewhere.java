package com.scheduleevents.e2e;

import com.scheduleevents.local.MiniStackCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/** Where the suite runs when it does not run on embedded clouds: the system properties {@code target} and {@code target.*} say. */
enum Elsewhere {
    /** On embedded clouds. */
    NOWHERE,

    /** One MiniStack for all tests, its day of retries as short as that of {@link Cloud#COMPRESSED}: {@code -Dtarget=ministack}. */
    MINISTACK,

    /** A stack that is there already, with the template's own times: {@code -Dtarget.url=… -Dtarget.key=…}. */
    DEPLOYED;

    private static final Set<Power> OF_MINISTACK =
            EnumSet.complementOf(EnumSet.of(Power.GATEWAY_RESPONSES, Power.ADDRESS_IN_MAILS));

    /** Closed by JUnit after the last test. */
    private record Running(MiniStackCloud cloud) implements AutoCloseable {

        @Override
        public void close() {
            cloud.close();
        }
    }

    static Elsewhere configured() {
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
    boolean standsFor(Cloud kind) {
        return switch (this) {
            case NOWHERE -> true;
            case MINISTACK -> kind == Cloud.STANDARD || kind == Cloud.COMPRESSED;
            case DEPLOYED -> kind == Cloud.STANDARD;
        };
    }

    /** The target of all tests; empty: each has an embedded cloud. */
    Optional<Target> target(Store running) {
        return switch (this) {
            case NOWHERE -> Optional.empty();
            case MINISTACK ->
                Optional.of(Target.of(
                        running.getOrComputeIfAbsent(MINISTACK, where -> new Running(ministack()), Running.class)
                                .cloud()
                                .description(),
                        OF_MINISTACK));
            case DEPLOYED -> Optional.of(Target.named());
        };
    }

    private static MiniStackCloud ministack() {
        try {
            return MiniStackCloud.start(Cloud.COMPRESSED.options());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
