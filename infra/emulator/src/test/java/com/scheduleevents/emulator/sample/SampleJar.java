package com.scheduleevents.emulator.sample;

import com.scheduleevents.emulator.template.FunctionSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Packages {@link SampleFunction} as a function's jar. */
public final class SampleJar {

    private SampleJar() {}

    /** A function of that code. */
    public static FunctionSpec function(Path directory, Duration timeout, Map<String, String> environment)
            throws IOException {
        return new FunctionSpec(
                "Sample",
                "Sample",
                "arn:aws:lambda:us-east-1:000000000000:function:Sample",
                write(directory.resolve("sample.jar")),
                SampleFunction.class.getName() + "::handleRequest",
                timeout,
                128,
                OptionalInt.empty(),
                environment,
                List.of(),
                List.of());
    }

    private static Path write(Path file) throws IOException {
        String entry = SampleFunction.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out);
                InputStream code = SampleFunction.class.getClassLoader().getResourceAsStream(entry)) {
            if (code == null) {
                throw new IOException(entry + " is not on the class path.");
            }
            jar.putNextEntry(new JarEntry(entry));
            code.transferTo(jar);
            jar.closeEntry();
        }
        return file;
    }
}
