package com.scheduleevents.localstack;

import cloud.localstack.docker.LocalstackDockerExtension;
import java.io.IOException;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Starts LocalStack as the test class configures it, unless the tests were given a deployment that runs already. */
final class LocalStackContainer implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext tests) throws Exception {
        if (DeployedService.isRunning()) {
            return;
        }
        if (!runs("docker", "info")) {
            throw new IllegalStateException(
                    "Docker is missing or not running: LocalStack is a container, so start Docker before -Plocalstack, or name"
                            + " a deployment with -Dtarget.url and -Dtarget.key.");
        }
        new LocalstackDockerExtension().beforeAll(tests);
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
