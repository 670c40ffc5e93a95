package com.scheduleevents.local;

import com.scheduleevents.emulator.lambda.JarClasses;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What stands for DynamoDB and SQS, and for KMS, in the local cloud. */
public enum StorageKind {
    /** DynamoDB Local and ElasticMQ, as others wrote them: they can keep their data in a directory. */
    LOCAL,
    /** The services of the simulation, in this process: no call crosses a socket, and everything is lost at the end. */
    MEMORY;

    /**
     * Reads the name as it is given to the run command.
     *
     * @throws IllegalArgumentException when there is none of that name
     */
    public static StorageKind named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The storage " + name + " is unknown: choose "
                        + Arrays.stream(values()).map(StorageKind::toString).collect(Collectors.joining(" or "))
                        + "."));
    }

    /** The classes of the functions' jars, for one cloud or several with this storage. */
    public JarClasses classes() {
        return switch (this) {
            case LOCAL -> new JarClasses();
            case MEMORY -> JarClasses.sharingTheSdk();
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
