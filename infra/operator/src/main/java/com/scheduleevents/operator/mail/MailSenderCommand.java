package com.scheduleevents.operator.mail;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.operator.output.CommandOutput;
import com.scheduleevents.operator.output.CommandOutput.Fact;
import com.scheduleevents.terminal.InvalidArguments;
import com.scheduleevents.terminal.MayChange;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.ses.SesClient;

/** The command that prepares the sender of e-mails. It needs no deployment, because it comes before the first one. */
@Command(
        name = "mail-sender",
        description = {
            MailSenderCommand.SUMMARY,
            "It then prints the DNS records that the domain needs. The command is idempotent. Your credentials need"
                    + " ses:GetIdentityVerificationAttributes, ses:GetSendQuota and ses:VerifyDomainDkim."
        })
public final class MailSenderCommand implements Runnable, MayChange {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Shows whether SES sends e-mails from an address, and begins to verify its domain if it does not.";

    private static final Duration CALL = Duration.ofMinutes(1);

    @Mixin
    private CommandOutput output = new CommandOutput();

    @Parameters(paramLabel = "ADDRESS", description = "The template's parameter MailFrom.")
    private String address = "";

    @Override
    public void run() {
        if (!address.matches("[^@\\s<>]+@[^@\\s<>]+")) {
            throw new InvalidArguments(address + " is not an e-mail address.");
        }
        AwsClients clients = new AwsClients(new Environment(System.getenv()), CALL);
        try (SesClient ses =
                clients.configured(SesClient.builder(), "AWS_ENDPOINT_URL_SES").build()) {
            SenderIdentity identity = SenderIdentity.of(ses, address);
            output.facts(
                    new Fact("domain", identity.domain()),
                    new Fact("verified", identity.verified()),
                    new Fact("sandbox", identity.sandbox()),
                    new Fact("records", identity.records()));
        }
    }

    /** It may have begun to verify the domain. */
    @Override
    public boolean mayHaveChanged() {
        return true;
    }
}
