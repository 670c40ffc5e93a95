package com.scheduleevents.emulator.runtime;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.api.client.AWSLambda;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.utilslite.SdkInternalThreadLocal;

/** The files of AWS's runtime client for Java, which runs on Linux only. */
public final class RuntimeClient {

    /** Runs the handler that its argument names. */
    static final String MAIN = AWSLambda.class.getName();

    private RuntimeClient() {}

    /** What it needs on its class path. Without the jar of the last class an instance ends after its first invocation. */
    public static List<Path> jars() {
        return Stream.of(AWSLambda.class, PojoSerializer.class, Context.class, SdkInternalThreadLocal.class)
                .map(RuntimeClient::jarOf)
                .toList();
    }

    /**
     * Copies its native library. By default the client unpacks it to one path for the whole machine, where starting one function breaks
     * another that is running.
     */
    public static void copyNativePart(Path to) throws IOException {
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        try (InputStream library =
                AWSLambda.class.getResourceAsStream("/jni/libaws-lambda-jni.linux-" + architecture + ".so")) {
            Files.copy(
                    Objects.requireNonNull(library, "no native part for " + architecture),
                    to,
                    StandardCopyOption.REPLACE_EXISTING);
        }
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
