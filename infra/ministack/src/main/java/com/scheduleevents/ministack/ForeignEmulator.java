package com.scheduleevents.ministack;

import java.nio.file.Path;

/** The emulators of AWS that others wrote, to which {@code sam deploy} deploys the service. */
public enum ForeignEmulator {
    /** It runs a template that is derived from template.yaml. */
    MINISTACK("infra/ministack", "/_ministack/health", "/_ministack/ses/messages"),

    /** Without Docker: functions are processes. It runs template.yaml as it is. */
    LOCALSTACK("infra/localstack", "/_localstack/health", "/_aws/ses");

    private final String directory;
    private final String health;
    private final String mails;

    ForeignEmulator(String directory, String health, String mails) {
        this.directory = directory;
        this.health = health;
        this.mails = mails;
    }

    /** The path that responds once it is ready. */
    String health() {
        return health;
    }

    /** The path of the list of e-mails sent through SES. */
    String mails() {
        return mails;
    }

    /**
     * The file that starts it.
     *
     * @param root the project's root
     * @throws IllegalStateException when MiniStack is not installed; the script of LocalStack says so itself
     */
    Path program(Path root) {
        Path own = root.resolve(directory);
        return switch (this) {
            case MINISTACK -> RequiredTools.installed(own, "ministack");
            case LOCALSTACK -> own.resolve("process/run");
        };
    }
}
