package com.scheduleevents.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The programs that infra/ministack/tools has installed: cfn-lint, and a Python with SAM's translator and the AWS SDK. */
public final class PythonTools {

    private static final Path DIRECTORY = Path.of("../../infra/ministack/target/cfn-lint/bin");

    private PythonTools() {}

    /** A Python with SAM's translator and the AWS SDK, as the SAM command line has one. */
    public static Path python() {
        return installed("python");
    }

    /** The linter of templates. */
    public static Path cfnLint() {
        return installed("cfn-lint");
    }

    /** Where it is not installed, the test that needs it is skipped; with {@code CI=true}, as in .ci/run, it fails instead. */
    private static Path installed(String name) {
        Path program = DIRECTORY.resolve(name);
        String reason = "cfn-lint and SAM's translator are not installed: run infra/ministack/tools cfn-lint";
        if ("true".equals(System.getenv("CI"))) {
            assertThat(program).as(reason).exists();
        }
        assumeTrue(Files.exists(program), reason);
        return program.toAbsolutePath();
    }
}
