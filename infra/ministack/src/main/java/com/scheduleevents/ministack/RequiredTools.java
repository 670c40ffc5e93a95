package com.scheduleevents.ministack;

import java.nio.file.Files;
import java.nio.file.Path;

/** The programs that are needed and no part of this project: the scripts {@code tools} install them. */
final class RequiredTools {

    private RequiredTools() {}

    /**
     * AWS's command line for serverless applications.
     *
     * @param root the project's root
     * @throws IllegalStateException when it is missing
     */
    static Path sam(Path root) {
        return installed(root.resolve("infra/ministack"), "sam");
    }

    /**
     * A program of Python.
     *
     * @param directory where the script {@code tools} is
     * @throws IllegalStateException when it is missing
     */
    static Path installed(Path directory, String name) {
        Path program = directory.resolve("target").resolve(name).resolve("bin").resolve(name);
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException(
                    "There is no " + program + ": run " + directory.resolve("tools") + " first.");
        }
        return program;
    }
}
