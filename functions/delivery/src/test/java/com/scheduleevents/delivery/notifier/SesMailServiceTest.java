package com.scheduleevents.delivery.notifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.aws.records.PostponedRecord;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.ses.model.AccountSendingPausedException;
import software.amazon.awssdk.services.ses.model.MessageRejectedException;
import software.amazon.awssdk.services.ses.model.SesException;

/** Tells by SES's own error documents whether an e-mail waits for the end of SES's sandbox, or whether something is wrong. */
final class SesMailServiceTest {

    private static final String CHECK =
            "Email address is not verified. The following identities failed the check in region EU-WEST-1: ";
    private static final String DENIAL =
            "User `arn:aws:sts::123456789012:assumed-role/mailer/mailer' is not authorized to perform `ses:SendRawEmail' on resource"
                    + " `arn:aws:ses:eu-west-1:123456789012:identity/";

    private static final AccountId ACCOUNT = new AccountId("acc_1");

    private final HttpServer server;
    private final SesClient ses;
    private final SesMailService service;
    private String code = "";
    private String message = "";

    SesMailServiceTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] error = """
                    <ErrorResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><Error><Type>Sender</Type><Code>%s</Code>\
                    <Message>%s</Message></Error><RequestId>r-1</RequestId></ErrorResponse>""".formatted(code, message).getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(400, error.length);
            exchange.getResponseBody().write(error);
            exchange.close();
        });
        server.start();
        ses = SesClient.builder()
                .region(Region.EU_WEST_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .endpointOverride(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
                .build();
        service = new SesMailService(ses, "webhooks@service.example", Optional.empty(), "emails");
    }

    @AfterEach
    void stop() {
        ses.close();
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "owner@north.example",
                "desk@north.example, owner@north.example",
                "Owner@North.example",
            })
    void waitsForTheEndOfTheSandboxIfRecipientsAreNotVerified(String named) {
        respond("MessageRejected", CHECK + named);

        assertThatThrownBy(this::send)
                .isInstanceOf(PostponedRecord.class)
                .hasCauseInstanceOf(MessageRejectedException.class);
    }

    /** In the sandbox, the permission has to cover recipients as well, also those that are verified. */
    @ParameterizedTest
    @CsvSource({"owner@north.example", "north.example"})
    void waitsForTheEndOfTheSandboxIfTheRoleDoesNotNameARecipient(String identity) {
        respond("AccessDenied", DENIAL + identity + "'");

        assertThatThrownBy(this::send).isInstanceOf(PostponedRecord.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "webhooks@service.example",
                "webhooks@service.example, owner@north.example",
                "owner@north.example, somebody@else.example"
            })
    void failsIfTheSenderIsNotVerified(String named) {
        respond("MessageRejected", CHECK + named);

        assertThatThrownBy(this::send).isInstanceOf(MessageRejectedException.class);
    }

    @ParameterizedTest
    @CsvSource({"service.example", "webhooks@service.example", "other.example"})
    void failsIfTheRoleDoesNotNameTheSender(String identity) {
        respond("AccessDenied", DENIAL + identity + "'");

        assertThatThrownBy(this::send).isInstanceOf(SesException.class).hasMessageContaining("not authorized");
    }

    /** The domain is verified, and the role must name it, whoever the recipient is. */
    @Test
    void failsIfTheRoleDoesNotNameTheDomainThatSenderAndRecipientShare() {
        respond("AccessDenied", DENIAL + "service.example'");

        assertThatThrownBy(() -> service.send(ACCOUNT, mail("ops@service.example")))
                .isInstanceOf(SesException.class);
    }

    @Test
    void failsIfSesIsPausedOrSaysNothing() {
        respond("AccountSendingPausedException", "Email sending is disabled for the account owner@north.example.");
        assertThatThrownBy(this::send).isInstanceOf(AccountSendingPausedException.class);

        respond("MessageRejected", "Email address is not verified.");
        assertThatThrownBy(this::send).isInstanceOf(MessageRejectedException.class);
    }

    private void respond(String errorCode, String errorMessage) {
        code = errorCode;
        message = errorMessage;
    }

    private void send() {
        service.send(ACCOUNT, mail("owner@north.example", "desk@north.example"));
    }

    private static ComposedMail mail(String... to) {
        return new ComposedMail(List.of(to), "Subject", "text", "<p>html</p>", new Unsubscribing.Impossible());
    }
}
