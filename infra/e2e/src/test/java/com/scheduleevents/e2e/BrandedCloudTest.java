package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.local.CloudOptions;
import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a deployment shows its own name, logo and colour in the console, the docs and the e-mails, through the gateway. */
class BrandedCloudTest {

    private static final Path PROJECT = Path.of("../..").toAbsolutePath().normalize();
    private static final String SVG =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"><rect width=\"2\" height=\"1\"/></svg>";
    private static final Pattern LOGO = Pattern.compile("<link rel=\"icon\" href=\"([^\"]+logo\\.svg)\">");

    @Test
    void nameLogoAndColourAreShownWhereCustomersAre(@TempDir Path directory) throws IOException {
        CloudOptions usual = SharedClouds.options("branded");
        CloudOptions options = CloudOptions.inMemory(template(directory), usual.output())
                .withStorage(usual.storage())
                .withTimeStretch(usual.timeStretch())
                .withParameters(usual.parameters())
                .withParameters(
                        Map.of("BrandName", "Praxis Müller", "BrandColour", "#7a1f5c", "BrandLogo", "0".repeat(64)));
        try (LocalCloud cloud = SharedClouds.start(options)) {
            Target target = Target.of(cloud.description());
            HttpsResponse console = get(target, "/v1/console");
            assertThat(console.text()).contains("<meta name=\"service\" content=\"Praxis Müller\">");
            Matcher logo = LOGO.matcher(console.text());
            assertThat(logo.find()).isTrue();
            HttpsResponse drawing = get(target, "/v1/" + logo.group(1));
            assertThat(drawing.header("Content-Type")).isEqualTo("image/svg+xml");
            assertThat(drawing.header("Content-Security-Policy")).startsWith("default-src 'none'");
            assertThat(drawing.text()).isEqualTo(SVG);
            assertThat(get(target, "/v1/" + logo.group(1).replace("logo.svg", "console.css"))
                            .text())
                    .contains("--accent: #7a1f5c;");
            assertThat(get(target, "/v1/docs/errors").text())
                    .contains("<title>Errors · Praxis Müller Help</title>", "<img class=\"logo\"");

            String webhook = ReceiverInbox.open(target, "branded", List.of("*")).webhook();
            String elsewhere = "https://127.0.0.1:" + target.receiver().getPort() + "/hooks/branded";
            MailTest.patch(target, "/v1/webhooks/" + webhook, "{\"url\": \"" + elsewhere + "\"}");
            MailboxClient mailbox = new MailboxClient(target);
            JsonNode mail = Await.await("the e-mail about the change")
                    .until(() -> mailbox.naming(webhook), found -> !found.isEmpty())
                    .getFirst();
            assertThat(mail.path("text").asText()).startsWith("Praxis Müller\n\n");
            assertThat(mail.path("html").asText())
                    .contains("border-left:8px solid #7a1f5c", "background-color:#7a1f5c; color:#ffffff");
        }
    }

    /** As ./deploy makes it: the code of the function that shows the logo has it, that of the others has not. */
    private static Path template(Path directory) throws IOException {
        Path jar = Files.copy(PROJECT.resolve("functions/api/target/api.jar"), directory.resolve("branded.jar"));
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Files.createDirectories(files.getPath("brand"));
            Files.writeString(files.getPath("brand/logo.svg"), SVG);
        }
        String handler = "\n      Handler: com.scheduleevents.api.console.ConsolePages";
        String template = Files.readString(PROJECT.resolve("template.yaml"));
        String branded = template.replace(
                        "CodeUri: functions/api/target/api.jar" + handler, "CodeUri: " + jar + handler)
                .replace("CodeUri: functions/", "CodeUri: " + PROJECT + "/functions/");
        assertThat(branded).contains(jar.toString());
        return Files.writeString(directory.resolve("template.yaml"), branded);
    }

    private static HttpsResponse get(Target target, String path) {
        return target.http().send("GET", target.at(path), Map.of(), "");
    }
}
