package com.scheduleevents.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.scheduleevents.deployment.AwsStub.Outcome;
import com.scheduleevents.deployment.AwsStub.SamCall;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests ./deploy with a stub of AWS, and with programs that only note how they were called; {@code DeployOnMiniStackTest} runs it with the
 * real ones.
 */
// A process that another test starts meanwhile may hold a program open for writing, which then cannot be run.
@ResourceLock("programs")
class DeployScriptTest {

    private static final String NAME = "schedule-events";

    /** With attributes and content. */
    private static final String DRAWING = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\" %s>%s</svg>";

    @TempDir
    private Path root = Path.of("");

    private AwsStub aws;
    private DeployScript deploy;

    @BeforeEach
    void prepare() throws IOException {
        aws = new AwsStub();
        deploy = new DeployScript(root, aws.url());
    }

    @AfterEach
    void close() {
        aws.close();
    }

    // ---- arguments, and what is missing

    @Test
    void helpNamesEveryOptionAndChangesNothing() throws IOException, InterruptedException {
        DeployScript.Run help = deploy.run("--help");

        assertThat(help.status()).isZero();
        assertThat(help.output())
                .contains("--mail-from", "--region", "--stack", "--domain", "--certificate", "--yes", "--delete")
                .contains("--logo", "--dry-run", "--expand", "--built", "--template");
        assertThat(deploy.calls()).isEmpty();
    }

    @Test
    void wrongArgumentsAreRefused() throws IOException, InterruptedException {
        assertThat(deploy.run("--nope"))
                .isEqualTo(new DeployScript.Run(2, "Unrecognized arguments: --nope. See: ./deploy --help\n"));
        assertThat(deploy.run("--stack").status()).isEqualTo(2);
        assertThat(deploy.run("--stack", "my stack").output()).contains("not a stack's name");
        assertThat(deploy.run("upgrade").output()).contains("neither an option nor PARAMETER=VALUE");
        assertThat(deploy.run("LogDays=7", "LogDays=30").output()).contains("LogDays is given twice");
        assertThat(deploy.run("Retnetion=P30D", "--mail-from", "a@b.example"))
                .isEqualTo(new DeployScript.Run(2, "The template has no parameter Retnetion. See: ./deploy --help\n"));
        assertThat(aws.sam).isEmpty();
    }

    @Test
    void everythingThatIsMissingIsInOneList() throws IOException, InterruptedException {
        deploy.withoutSam();
        Files.delete(root.resolve("jdk/release"));
        deploy.unset("AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");

        DeployScript.Run run = deploy.run("--domain", "api.b.example");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output())
                .contains(
                        "  - a JDK 25 or newer",
                        "  - the SAM command line",
                        "  - a region",
                        "  - credentials of AWS",
                        "  - --mail-from: ",
                        "  - --certificate: ");
    }

    @Test
    void firstDeploymentNeedsASender() throws IOException, InterruptedException {
        DeployScript.Run run = deploy.run("--yes");

        assertThat(run).isEqualTo(new DeployScript.Run(1, """
                Before anything is done, this is missing:
                  - --mail-from: the address that owners get their e-mails from
                """));
        assertThat(aws.sam).isEmpty();
    }

    @Test
    void jarsThatAreNotBuiltAreMissing() throws IOException, InterruptedException {
        Files.delete(root.resolve("functions/api/target/api.jar"));

        DeployScript.Run run = deploy.run("--built", "--mail-from", "a@b.example");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output()).contains("  - what --built deploys: functions/api/target/api.jar. Leave --built out");
    }

    /** SAM and the AWS SDK for Python read another variable than that for Java. */
    @ParameterizedTest
    @CsvSource({"'', eu-west-1", "--region=eu-central-1, eu-central-1"})
    void oneRegionIsEnoughForEveryTool(String option, String region) throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example"));

        deploy.run(Stream.of("--yes", option).filter(text -> !text.isEmpty()).toArray(String[]::new));

        assertThat(aws.sam).isNotEmpty().extracting(SamCall::region).containsOnly(region);
        assertThat(deploy.calls()).isNotEmpty().allMatch(call -> call.endsWith(" in " + region));
    }

    // ---- the logo

    @Test
    void logoIsPackedIntoTheCodeOfTheFunctionThatShowsIt() throws IOException, InterruptedException {
        Path logo = Files.writeString(root.resolve("logo.svg"), DRAWING.formatted("", "<rect fill=\"url(#a)\"/>"));

        DeployScript.Run run = deploy.run("--yes", "--built", "--mail-from", "a@b.example", "--logo", logo.toString());

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(aws.parameters.get("BrandLogo")).matches("[0-9a-f]{64}");
        SamCall deployed = aws.deployments().getFirst();
        Path jar = Path.of(codeOf(deployed, "ConsoleFunction"));
        assertThat(Files.readString(packed(jar))).isEqualTo(Files.readString(logo));
        // The others stay the same file, which is uploaded once.
        assertThat(codeOf(deployed, "EventsFunction"))
                .isEqualTo(root.resolve("functions/api/target/api.jar")
                        .toRealPath()
                        .toString());
        assertThat(codeOf(aws.deployments().getLast(), "ConsoleFunction")).isEqualTo(jar.toString());
    }

    @Test
    void pngIsPackedAsADrawingThatShowsIt() throws IOException, InterruptedException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(64, 32, BufferedImage.TYPE_INT_RGB), "png", png);
        Path logo = Files.write(root.resolve("logo.png"), png.toByteArray());

        DeployScript.Run run = deploy.run("--yes", "--built", "--mail-from", "a@b.example", "--logo", logo.toString());

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(Files.readString(packed(Path.of(codeOf(aws.deployments().getFirst(), "ConsoleFunction")))))
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 32\">")
                .contains("data:image/png;base64," + Base64.getEncoder().encodeToString(png.toByteArray()));
    }

    /** Without its file, the stack would keep the parameter and lose the logo. */
    @Test
    void everyDeploymentNeedsTheLogoAgain() throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example", "BrandLogo", "0".repeat(64)));

        DeployScript.Run forgotten = deploy.run("--yes", "--built");
        assertThat(forgotten.status()).isEqualTo(1);
        assertThat(forgotten.output()).contains("has a logo, which this deployment would lose", "--logo", "BrandLogo=");
        assertThat(aws.sam).isEmpty();

        assertThat(deploy.run("--yes", "--built", "BrandLogo=" + "1".repeat(64)).output())
                .contains("BrandLogo is set by --logo FILE");
        assertThat(aws.sam).isEmpty();

        DeployScript.Run removed = deploy.run("--yes", "--built", "BrandLogo=");
        assertThat(removed.status()).as(removed.output()).isZero();
        assertThat(aws.parameters).containsEntry("BrandLogo", "");
    }

    static Stream<Arguments> moreThanADrawing() {
        return Stream.of(
                arguments(DRAWING.formatted("", "<script>alert(1)</script>"), "the element script"),
                arguments(DRAWING.formatted("", "<g><foreignObject/></g>"), "the element foreignObject"),
                arguments(DRAWING.formatted("", "<b xmlns=\"http://www.w3.org/1999/xhtml\"/>"), "the element b"),
                arguments(DRAWING.formatted("", "<a href=\"#x\"/>"), "the element a"),
                arguments(DRAWING.formatted("", "<set attributeName=\"href\"/>"), "a logo does not move"),
                arguments(DRAWING.formatted("onload=\"x()\"", ""), "the event handler onload"),
                arguments(DRAWING.formatted("", "<g OnClick=\"x()\"/>"), "the event handler OnClick"),
                arguments(
                        DRAWING.formatted("", "<image href=\"https://x.example/a.png\"/>"), "https://x.example/a.png"),
                arguments(
                        DRAWING.formatted("xmlns:l=\"http://www.w3.org/1999/xlink\"", "<use l:href=\"a.svg#b\"/>"),
                        "a.svg#b"),
                arguments(
                        DRAWING.formatted("", "<g style=\"fill: url( 'https://x.example/' )\"/>"),
                        "url(https://x.example/)"),
                arguments(DRAWING.formatted("", "<style>@import 'x.css';</style>"), "@import"),
                arguments(DRAWING.formatted("", "<style>g { fill: u\\72l(x) }</style>"), "an escape in its styles"),
                arguments("<?xml-stylesheet href=\"x.css\"?>" + DRAWING.formatted("", ""), "a style sheet"),
                arguments("<!DOCTYPE svg [<!ENTITY a \"b\">]>" + DRAWING.formatted("", "&a;"), "a document type"),
                arguments("<svg viewBox=\"0 0 1 1\"/>", "xmlns="),
                arguments("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "no viewBox"),
                arguments("<svg", "well-formed XML"),
                arguments("\u0089PNG", "neither a PNG nor an SVG"),
                arguments(DRAWING.formatted("", "<!--" + "x".repeat(65_536) + "-->"), "may have 65,536"));
    }

    @ParameterizedTest
    @MethodSource("moreThanADrawing")
    void logoThatIsMoreThanADrawingIsRefusedWithTheReason(String content, String reason)
            throws IOException, InterruptedException {
        Path logo = Files.writeString(root.resolve("logo.svg"), content);

        DeployScript.Run run = deploy.run("--yes", "--built", "--mail-from", "a@b.example", "--logo", logo.toString());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.output()).startsWith("logo.svg cannot be the logo: ").contains(reason);
        assertThat(aws.sam).isEmpty();
    }

    private static String codeOf(SamCall call, String function) {
        return call.template()
                .at("/Resources/" + function + "/Properties/CodeUri")
                .asText();
    }

    private Path packed(Path jar) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Path entry = files.getPath("brand/logo.svg");
            return Files.copy(entry, root.resolve("packed.svg"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    // ---- the first deployment

    @Test
    void firstDeploymentOpensAnAccountAndRecordsAnEvent() throws IOException, InterruptedException {
        aws.verified = List.of();
        aws.mailsInADay = 200;
        aws.subscription = "PendingConfirmation";

        DeployScript.Run run = deploy.run(
                "--yes",
                "--mail-from",
                "a@b.example",
                "--domain",
                "api.b.example",
                "--certificate",
                "arn:aws:acm:eu-west-1:123456789012:certificate/1",
                "AlarmEmail=on-call@b.example");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(deploy.calls())
                .containsExactly(
                        "mvnw -q package -DskipTests -Dformat.skip=true in eu-west-1",
                        "operator mail-sender a@b.example --json in eu-west-1",
                        "operator account list --json in eu-west-1",
                        "operator account open --email a@b.example --name First account --clinic cln_first --json in eu-west-1",
                        "operator key issue acc_1 --all-clinics --scope events:read,events:write,webhooks:read,webhooks:write,"
                                + "webhooks:pull,keys:write,usage:read,console:write,audit:read --json in eu-west-1",
                        "clinic-events trigger appointment.cancelled --set clinic_id=cln_first --json in eu-west-1",
                        "operator console acc_1 --json in eu-west-1");
        assertThat(run.output())
                .contains(
                        "API key    sk_live_1 ",
                        "/v1/console#token=sk_live_2 ",
                        "Event      evt_1 ",
                        "Not ready yet:",
                        "    t1._domainkey.b.example CNAME t1.dkim.amazonses.com\n    t2._domainkey",
                        "sandbox of SES",
                        "on-call@b.example gets no alarms until it has agreed",
                        "    api.b.example CNAME d-1.execute-api");
    }

    /** What a first deployment that fails has created can be deleted again, so the first step protects nothing. */
    @Test
    void newStackIsProtectedInASecondStep() throws IOException, InterruptedException {
        DeployScript.Run run = deploy.run("--yes", "--mail-from", "a@b.example", "LogDays=7");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(aws.deployments()).hasSize(2);
        SamCall first = aws.deployments().getFirst();
        SamCall second = aws.deployments().getLast();
        assertThat(first.overrides())
                .containsOnly(entry("MailFrom", "a@b.example"), entry("LogDays", "7"), entry("ProtectData", "false"));
        assertThat(second.overrides()).containsOnly(entry("ProtectData", "true"));
        // So the second step publishes no version.
        assertThat(second.hash()).isEqualTo(first.hash()).matches("[0-9a-f]{16}");
        assertThat(aws.outputs).doesNotContainKey("DataProtectionPending");
        assertThat(aws.terminationProtection).isTrue();
        assertThat(run.output().lines().toList().getLast()).startsWith("Data is protected now");
        assertThat(run.output()).contains("Nobody is told of alarms: run ./deploy AlarmEmail=ADDRESS");
    }

    @Test
    void nextDeploymentProtectsWhatTheFirstCouldNot() throws IOException, InterruptedException {
        aws.outcomes.addAll(List.of(Outcome.SUCCESS, Outcome.FAILURE));
        DeployScript.Run failed = deploy.run("--yes", "--mail-from", "a@b.example");

        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.output()).contains("its data is not protected yet", "Run ./deploy again");
        assertThat(aws.parameters).containsEntry("ProtectData", "false");
        assertThat(aws.terminationProtection).isFalse();
        aws.sam.clear();

        DeployScript.Run run = deploy.run("--yes", "--built");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(aws.deployments()).singleElement().satisfies(call -> assertThat(call.overrides())
                .containsOnly(entry("ProtectData", "true")));
        assertThat(aws.terminationProtection).isTrue();
        assertThat(run.output()).contains("sk_live_1");
        assertThat(run.output().lines().toList().getLast()).startsWith("Data is protected now");
    }

    @Test
    void dataThatIsNotToBeProtectedNeverIs() throws IOException, InterruptedException {
        DeployScript.Run run = deploy.run("--yes", "--mail-from", "a@b.example", "ProtectData=false");
        deploy.run("--yes", "--built");

        assertThat(aws.deployments()).hasSize(2);
        assertThat(aws.parameters).containsEntry("ProtectData", "false");
        assertThat(aws.terminationProtection).isFalse();
        assertThat(run.output().lines().toList().getLast()).startsWith("Data is not protected");
    }

    @ParameterizedTest
    @CsvSource({"10, false", "709, false", "710, ''", "1000, ''"})
    void accountWithLittleConcurrencyReservesNone(int concurrency, String chosen)
            throws IOException, InterruptedException {
        aws.concurrency = OptionalInt.of(concurrency);

        DeployScript.Run run = deploy.run("--yes", "--built", "--mail-from", "a@b.example");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(aws.deployments().getFirst().overrides().getOrDefault("ReserveConcurrency", ""))
                .isEqualTo(chosen);
        assertThat(run.output().contains("Ask AWS for 1,000")).isEqualTo(concurrency < 710);
    }

    @Test
    void whatTheUserSaysWins() throws IOException, InterruptedException {
        aws.concurrency = OptionalInt.of(10);
        aws.verified = List.of("a@b.example");
        String identity = "arn:aws:ses:eu-west-1:999999999999:identity/b.example";

        DeployScript.Run run = deploy.run(
                "--yes",
                "--built",
                "--mail-from",
                "a@b.example",
                "ReserveConcurrency=true",
                "MailIdentity=" + identity);

        assertThat(run.output()).contains("ReserveConcurrency=true is what you asked for, but Lambda will refuse it");
        assertThat(aws.deployments().getFirst().overrides())
                .contains(entry("ReserveConcurrency", "true"), entry("MailIdentity", identity));
    }

    @Test
    void whatCannotBeReadIsSaid() throws IOException, InterruptedException {
        aws.concurrency = OptionalInt.empty();

        DeployScript.Run run = deploy.run("--yes", "--built", "--mail-from", "a@b.example");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("The concurrency of this AWS account could not be read");
    }

    /** The mailer may send by one identity: that of its address's domain, unless MailIdentity names another. */
    @ParameterizedTest
    @CsvSource({
        "b.example, ''",
        "a@b.example, arn:aws:ses:eu-west-1:123456789012:identity/a@b.example",
        "b.example a@b.example, arn:aws:ses:eu-west-1:123456789012:identity/a@b.example",
        "other.example, ''"
    })
    void identityThatExistsIsPassedOn(String verified, String expected) throws IOException, InterruptedException {
        aws.verified = List.of(verified.split(" ", -1));

        DeployScript.Run run = deploy.run("--yes", "--built", "--mail-from", "a@b.example");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(aws.deployments().getFirst().overrides().getOrDefault("MailIdentity", ""))
                .isEqualTo(expected);
        assertThat(deploy.calls().stream().anyMatch(call -> call.startsWith("operator mail-sender")))
                .isEqualTo(verified.equals("other.example"));
    }

    @Test
    void domainAboveThatOfTheSenderIsAnIdentityToo() throws IOException, InterruptedException {
        deploy.run("--yes", "--built", "--mail-from", "a@mail.b.example");

        assertThat(aws.deployments().getFirst().overrides())
                .containsEntry("MailIdentity", "arn:aws:ses:eu-west-1:123456789012:identity/b.example");
    }

    // ---- the next deployment

    @Test
    void nextDeploymentUpgradesAndLeavesTheAccountsAsTheyAre() throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example", "ProtectData", "true", "AlarmEmail", "on-call@b.example"));
        aws.terminationProtection = true;
        deploy.accounts("[{\"account\": \"acc_1\"}]");

        DeployScript.Run run = deploy.run("--yes", "--built");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(deploy.calls()).containsExactly("operator account list --json in eu-west-1");
        assertThat(aws.deployments()).singleElement().satisfies(call -> assertThat(call.overrides())
                .isEmpty());
        assertThat(aws.changed).isEmpty();
        assertThat(run.output()).contains("Accounts are as they were").doesNotContain("Not ready yet");
        assertThat(run.output().lines().toList().getLast()).startsWith("Data is protected:");
    }

    @Test
    void sameParametersHaveTheSameHashWhereverTheyComeFrom() throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example", "LogDays", "7"));
        deploy.run("--yes", "--built");
        deploy.run("--yes", "--built", "LogDays=7");
        deploy.run("--yes", "--built", "LogDays=7", "Monitoring=essential");
        deploy.run("--yes", "--built", "Monitoring=full");
        deploy.run("--yes", "--built");

        List<String> hashes = aws.deployments().stream().map(SamCall::hash).toList();
        assertThat(hashes.subList(0, 3)).containsOnly(hashes.getFirst());
        assertThat(hashes.subList(3, 5)).containsOnly(hashes.get(3)).doesNotContain(hashes.getFirst());
    }

    @Test
    void deployedTemplateFindsItsJars() throws IOException, InterruptedException {
        deploy.run("--yes", "--built", "--mail-from", "a@b.example");

        assertThat(aws.deployments().getFirst().template().findValuesAsText("CodeUri"))
                .hasSizeGreaterThan(10)
                .allSatisfy(uri -> assertThat(Path.of(uri)).isAbsolute().exists());
    }

    @Test
    void valuesMayBeEmptyOrContainSpaces() throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example", "AlarmEmail", "on-call@b.example"));
        String authority = "-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----";

        deploy.run("--yes", "--built", "AlarmEmail=", "ExtraReceiverAuthority=" + authority);

        assertThat(aws.deployments().getFirst().arguments())
                .contains("AlarmEmail=\"\"", "ExtraReceiverAuthority=\"" + authority + "\"");
    }

    @Test
    void identityOfThePreviousSenderIsDropped() throws IOException, InterruptedException {
        aws.deployed(Map.of(
                "MailFrom",
                "a@old.example",
                "MailIdentity",
                "arn:aws:ses:eu-west-1:123456789012:identity/a@old.example"));

        deploy.run("--yes", "--built", "--mail-from", "a@b.example");

        assertThat(aws.deployments().getFirst().overrides())
                .containsOnly(entry("MailFrom", "a@b.example"), entry("MailIdentity", ""));
    }

    @Test
    void terminationProtectionEndsWithThatOfData() throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example", "ProtectData", "true"));
        aws.terminationProtection = true;

        deploy.run("--yes", "--built", "ProtectData=false");

        assertThat(aws.changed).containsExactly("UpdateTerminationProtection false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ROLLBACK_COMPLETE", "CREATE_FAILED", "DELETE_FAILED"})
    void stackThatWasNeverCreatedHasToBeDeleted(String status) throws IOException, InterruptedException {
        aws.status = status;

        DeployScript.Run run = deploy.run("--yes", "--mail-from", "a@b.example");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output())
                .contains(status, "Run ./deploy --delete --stack schedule-events", "EventsTable: Limit exceeded");
        assertThat(aws.sam).isEmpty();
        assertThat(deploy.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "UPDATE_IN_PROGRESS, Wait until that is over",
        "UPDATE_ROLLBACK_FAILED, continue-update-rollback",
    })
    void stackThatCannotBeUpdatedIsLeftAlone(String status, String advice) throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example"));
        aws.status = status;

        DeployScript.Run run = deploy.run("--yes");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output()).contains(advice);
        assertThat(aws.sam).isEmpty();
    }

    @Test
    void stackInReviewIsCreated() throws IOException, InterruptedException {
        aws.status = "REVIEW_IN_PROGRESS";

        assertThat(deploy.run("--yes").output()).contains("--mail-from: the address");
        DeployScript.Run run = deploy.run("--yes", "--mail-from", "a@b.example");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("only a change set that nobody has executed. It is created now.");
        assertThat(aws.deployments()).hasSize(2);
    }

    @Test
    void failedFirstDeploymentSaysWhyAndWhatToDo() throws IOException, InterruptedException {
        aws.outcomes.add(Outcome.FAILURE);

        DeployScript.Run run = deploy.run("--yes", "--built", "--mail-from", "a@b.example");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output()).contains("EventsTable: Limit exceeded", "ROLLBACK_COMPLETE", "./deploy --delete");
        assertThat(deploy.calls()).isEmpty();
    }

    @Test
    void deploymentThatIsNotConfirmedLeavesNothing() throws IOException, InterruptedException {
        aws.outcomes.add(Outcome.UNCONFIRMED);

        DeployScript.Run run = deploy.run("--built", "--mail-from", "a@b.example");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output()).contains("You did not confirm, so nothing was changed.");
        assertThat(aws.changed).containsExactly("DeleteChangeSet", "DeleteStack");
    }

    // ---- without a deployment

    @Test
    void dryRunSaysWhatItWouldDoToDataAndLeavesNothing() throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example", "ProtectData", "true", "Retention", "P90D"));
        aws.changes = change("Add", "SenderFunctionVersion1", "AWS::Lambda::Version", "")
                + change("Modify", "EventsTable", "AWS::DynamoDB::Table", "<Replacement>True</Replacement>")
                + change("Remove", "MailQueue", "AWS::SQS::Queue", "<PolicyAction>Retain</PolicyAction>")
                + change("Modify", "UsageTable", "AWS::DynamoDB::Table", "<Replacement>False</Replacement>");

        DeployScript.Run run = deploy.run("--dry-run", "--built", "ProtectData=false", "Retention=P30D");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output())
                .contains(
                        "Retention: 'P90D' becomes 'P30D'.",
                        "Resources: 1 added, 2 changed, 1 removed.",
                        "New versions of functions: 1.",
                        "The table EventsTable is replaced by an empty one; THE OLD ONE IS DELETED",
                        "The queue MailQueue leaves the stack; it stays",
                        "Data is no longer protected",
                        "Events that are older than 30 days can no longer be read.",
                        "nothing was changed")
                .doesNotContain("UsageTable");
        assertThat(aws.sam).singleElement().satisfies(call -> assertThat(call.arguments())
                .contains("--no-execute-changeset"));
        assertThat(aws.changed).containsExactly("DeleteChangeSet");
        assertThat(deploy.calls()).isEmpty();
    }

    /** Otherwise a dry run would say that nothing changes, and a deployment that nobody confirmed would look like one that was made. */
    @ParameterizedTest
    @CsvSource({"--dry-run", "--built"})
    void changeSetsThatCannotBeReadEndTheRunBeforeAnyIsMade(String option) throws IOException, InterruptedException {
        aws.deployed(Map.of("MailFrom", "a@b.example", "ProtectData", "true"));
        aws.listsChangeSets = false;

        DeployScript.Run run = deploy.run(option, "--built", "LogDays=7");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output())
                .contains("cloudformation:ListChangeSets")
                .doesNotContain("would change nothing", "nothing was changed");
        assertThat(aws.sam).isEmpty();
    }

    @Test
    void dryRunOfANewStackLeavesNoStack() throws IOException, InterruptedException {
        aws.verified = List.of();
        aws.changes = change("Add", "EventsTable", "AWS::DynamoDB::Table", "");

        DeployScript.Run run = deploy.run("--dry-run", "--built", "--mail-from", "a@b.example");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(run.output()).contains("No table, key, queue or log group is deleted or replaced.");
        assertThat(aws.changed).containsExactly("DeleteChangeSet", "DeleteStack");
        assertThat(aws.status).isEmpty();
        // Not even the verification of the sender's domain begins.
        assertThat(deploy.calls()).isEmpty();
    }

    @Test
    void expansionNeedsNeitherCredentialsNorARegion() throws IOException, InterruptedException {
        deploy.unset("AWS_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL");
        Path file = root.resolve("expanded.json");

        DeployScript.Run run = deploy.run("--expand", file.toString(), "DeploymentPace=Canary10Percent5Minutes");

        assertThat(run).isEqualTo(new DeployScript.Run(0, ""));
        assertThat(file).content().contains("AWS::Lambda::Function", "AWS::CodeDeploy::DeploymentGroup");
        assertThat(file).content().doesNotContain("AWS::Serverless::Function", "written by ./deploy");
    }

    // ---- the deletion

    @Test
    void stackIsDeletedOnlyAfterItsNameWasTyped() throws IOException, InterruptedException {
        aws.deployed(Map.of("ProtectData", "true"));
        aws.terminationProtection = true;
        for (String typed : List.of("", "yes\n", "schedule\n")) {
            DeployScript.Run run = deploy.typing(typed, "--delete", "--yes");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.output()).contains("nothing was deleted");
        }
        assertThat(aws.sam).isEmpty();
        assertThat(aws.changed).isEmpty();

        assertThat(deploy.typing("other\n", "--delete", "--stack", "other").status())
                .isZero();
        assertThat(aws.changed).containsExactly("UpdateTerminationProtection false");
        assertThat(aws.sam).singleElement().satisfies(call -> assertThat(call.arguments())
                .containsExactly("delete", "--stack-name", "other", "--no-prompts"));
    }

    @Test
    void stackInReviewIsDeletedWithoutSam() throws IOException, InterruptedException {
        aws.status = "REVIEW_IN_PROGRESS";

        assertThat(deploy.typing(NAME + "\n", "--delete").status()).isZero();
        assertThat(aws.changed).containsExactly("DeleteStack");
        assertThat(aws.sam).isEmpty();
    }

    @Test
    void stackThatDoesNotExistCannotBeDeleted() throws IOException, InterruptedException {
        assertThat(deploy.typing(NAME + "\n", "--delete"))
                .isEqualTo(new DeployScript.Run(1, "There is no stack schedule-events in this region.\n"));
    }

    private static String change(String action, String id, String type, String more) {
        return "<member><Type>Resource</Type><ResourceChange><Action>" + action + "</Action><LogicalResourceId>" + id
                + "</LogicalResourceId><ResourceType>" + type + "</ResourceType>" + more + "</ResourceChange></member>";
    }
}
