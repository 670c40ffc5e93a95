package com.scheduleevents.benchmark.speed;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a measured cloud keeps its tables and queues in: the option {@code -Dstorage}. */
public enum StorageOption {
    /** DynamoDB Local and ElasticMQ, as the run command does by default. */
    DYNAMODB_LOCAL("dynamodb-local");

    private final String name;

    StorageOption(String name) {
        this.name = name;
    }

    /** The storage of that name; empty when there is none. */
    public static Optional<StorageOption> named(String name) {
        return Arrays.stream(values())
                .filter(option -> option.name.equals(name))
                .findFirst();
    }

    /** All names, for a person to choose from. */
    public static String names() {
        return Arrays.stream(values()).map(StorageOption::toString).collect(Collectors.joining(", "));
    }

    /** The name, as in the option and in each figure. */
    @Override
    public String toString() {
        return name;
    }
}
