package com.scheduleevents.ministack;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/** Packages functions for Lambda's custom runtime: a jar, Lambda's runtime client, and a {@code bootstrap} script. */
final class FunctionPackages {

    /** The classes of Lambda's Java runtime; without the last one an instance ends after its first invocation. */
    private static final List<Class<?>> RUNTIME =
            List.of(AWSLambda.class, PojoSerializer.class, Context.class, SdkInternalThreadLocal.class);

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
        for (Class<?> part : RUNTIME) {
            Path library = jarOf(part);
            copy(library, libraries.resolve(library.getFileName()));
        }
        copyNativePart(libraries.resolve("libaws-lambda-jni.so"));
        Path start = directory.resolve("bootstrap");
        copy(bootstrap, start);
        Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("rwxr-xr-x"));
        return directory;
    }

    /**
     * The runtime client's native library. By default the client unpacks it to one place for the whole machine, where starting
     * one function breaks another that is running.
     */
    private static void copyNativePart(Path to) throws IOException {
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        try (InputStream library =
                AWSLambda.class.getResourceAsStream("/jni/libaws-lambda-jni.linux-" + architecture + ".so")) {
            Files.copy(
                    Objects.requireNonNull(library, "Lambda's runtime client has no native part for " + architecture),
                    to,
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path jarOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The jar of " + type.getName() + " cannot be found.", e);
        }
    }
}
