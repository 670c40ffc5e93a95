package com.scheduleevents.ministack;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The programs that are needed and no part of this project.
 *
 * @param ministack the emulator
 * @param sam AWS's command line for serverless applications
 */
record RequiredTools(Path ministack, Path sam) {

    /**
     * Those that {@code infra/ministack/tools} has put there.
     *
     * @param directory infra/ministack
     * @throws IllegalStateException when they are missing
     */
    static RequiredTools in(Path directory) {
        return new RequiredTools(program(directory, "ministack"), program(directory, "sam"));
    }

    private static Path program(Path directory, String name) {
        Path program = directory.resolve("target").resolve(name).resolve("bin").resolve(name);
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException("There is no " + program + ": run infra/ministack/tools first.");
        }
        return program;
    }
}
