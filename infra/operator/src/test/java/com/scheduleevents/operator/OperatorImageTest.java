package com.scheduleevents.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the archive that {@code -Pcli-image} makes, unpacked in a folder whose name is not ASCII, without a locale and without Java: a
 * module that is missing from its runtime shows nowhere else.
 */
@Tag("image")
class OperatorImageTest {

    @TempDir
    Path home = Path.of("");

    @Test
    void archiveRunsWhereItIsUnpacked() throws IOException, InterruptedException {
        // Nothing listens on port 1: the AWS SDK was loaded, and has made a request.
        Path script = Files.writeString(home.resolve("script"), """
                set -e
                (cd target && sha256sum -c operator-*.tar.gz.sha256)
                mkdir -p '%s/Büro' && tar -xzf target/operator-*.tar.gz -C '%s/Büro'
                cd '%s/Büro/operator'
                grep -q bomFormat share/sbom.cyclonedx.json
                bash -n share/bash-completion/completions/operator
                env -i PATH=/usr/bin:/bin bin/operator account open --help
                env -i PATH=/usr/bin:/bin AWS_REGION=eu-central-1 AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=b \
                  AWS_ENDPOINT_URL=http://127.0.0.1:1 bin/operator account list --stack none || echo "status $?"
                """.formatted(home, home, home));
        Process process = new ProcessBuilder("sh", script.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said)
                .contains("--email", "AWS could not be reached", "status 1")
                .doesNotContain("Exception");
    }
}
