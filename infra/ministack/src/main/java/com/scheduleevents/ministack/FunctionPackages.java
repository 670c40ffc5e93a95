package com.scheduleevents.ministack;

import com.scheduleevents.emulator.runtime.RuntimeClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Packages functions for Lambda's custom runtime: a jar, Lambda's runtime client, and a {@code bootstrap} script. */
final class FunctionPackages {

    private FunctionPackages() {}

    /**
     * Writes the package of a jar.
     *
     * @param jar a function's jar with its dependencies
     * @param bootstrap starts the function
     * @param directory the target directory
     * @return the directory
     */
    static Path write(Path jar, Path bootstrap, Path directory) throws IOException {
        Path libraries = Files.createDirectories(directory.resolve("lib"));
        copy(jar, libraries.resolve("function.jar"));
        for (Path library : RuntimeClient.jars()) {
            copy(library, libraries.resolve(library.getFileName()));
        }
        RuntimeClient.copyNativePart(libraries.resolve("libaws-lambda-jni.so"));
        Path start = directory.resolve("bootstrap");
        copy(bootstrap, start);
        Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("rwxr-xr-x"));
        return directory;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
}
