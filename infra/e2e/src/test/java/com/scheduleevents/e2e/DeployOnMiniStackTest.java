package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.local.LoopbackPorts;
import com.scheduleevents.ministack.EmulatedDeployment;
import com.scheduleevents.ministack.EmulatorProcess;
import com.scheduleevents.ministack.ForeignEmulator;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs ./deploy on a MiniStack of its own: a dry run, the first deployment, the next one, and the deletion. */
@Tag("deployment")
@EnabledIfSystemProperty(named = "target", matches = "ministack")
class DeployOnMiniStackTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern FIRST = Pattern.compile(
            "(?s).*  API        (?<api>\\S+)\n  API key    (?<key>\\S+) .*  Console    (?<console>\\S+) .*  Event      (?<event>\\S+) .*");

    private final Path output = CloudLog.DIRECTORY.resolve("deploy").toAbsolutePath();

    @Test
    void deploysUpgradesAndDeletes() throws IOException, InterruptedException {
        Path template = ROOT.resolve("template.yaml");
        Path derived = EmulatedDeployment.derive(template, output);
        try (EmulatorProcess emulator = EmulatorProcess.start(
                ForeignEmulator.MINISTACK,
                template,
                output,
                LoopbackPorts.from(0).api())) {
            URI services = emulator.url();
            String[] deploy = {"--built", "--yes", "--template", derived.toString(), "ProtectData=false"};

            String[] sender = {"--mail-from", "webhooks@clinic-events.example"};

            assertThat(run(services, 0, "", with(with(deploy, sender), "--dry-run")))
                    .contains("No table, key, queue or log group is deleted or replaced.");
            assertThat(run(services, 1, "schedule-events\n", "--delete")).contains("There is no stack");

            String first = run(services, 0, "", with(deploy, sender));
            Matcher printed = FIRST.matcher(first);
            assertThat(printed.matches()).as(first).isTrue();
            HttpsResponse feed = new HttpsClient()
                    .send(
                            "GET",
                            URI.create(printed.group("api") + "/events"),
                            Map.of("Authorization", "Bearer " + printed.group("key")),
                            "");
            assertThat(feed.json().path("data").findValuesAsText("id")).containsExactly(printed.group("event"));
            assertThat(printed.group("console")).startsWith(printed.group("api") + "/console#token=sk_");

            assertThat(run(services, 0, "", deploy)).contains("Accounts are as they were");

            assertThat(run(services, 1, "other\n", "--delete")).contains("nothing was deleted");
            run(services, 0, "schedule-events\n", "--delete");
            assertThat(run(services, 1, "schedule-events\n", "--delete")).contains("There is no stack");
        }
    }

    private static String[] with(String[] arguments, String... more) {
        return OperatorCalls.with(arguments, more);
    }

    /** Runs it, with the SAM command line that infra/ministack/tools has installed. */
    private String run(URI services, int status, String input, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("deploy").toString()));
        command.addAll(List.of(arguments));
        Path typed = Files.writeString(output.resolve("typed"), input);
        ProcessBuilder process =
                new ProcessBuilder(command).redirectErrorStream(true).redirectInput(typed.toFile());
        process.environment().putAll(EmulatorProcess.environment(services));
        Process started = process.start();
        String printed = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(printed).isEqualTo(status);
        return printed;
    }
}
