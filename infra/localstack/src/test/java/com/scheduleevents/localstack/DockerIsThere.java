package com.scheduleevents.localstack;

import java.io.IOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Says what is missing, in place of whatever would fail without it. */
final class DockerIsThere implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext tests) {
        if (!runs("docker", "info")) {
            throw new IllegalStateException(
                    "Docker is missing or not running: LocalStack is a container, so start Docker before -Plocalstack.");
        }
    }

    private static boolean runs(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notInstalled) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
