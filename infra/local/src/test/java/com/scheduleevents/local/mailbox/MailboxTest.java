package com.scheduleevents.local.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.aws.messages.SesFeedback;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.MailFeedback;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.ses.SesClient;
import software.amazon.awssdk.services.ses.model.Body;
import software.amazon.awssdk.services.ses.model.Content;
import software.amazon.awssdk.services.ses.model.Destination;
import software.amazon.awssdk.services.ses.model.Message;
import software.amazon.awssdk.services.ses.model.MessageRejectedException;
import software.amazon.awssdk.services.ses.model.MessageTag;
import software.amazon.awssdk.services.ses.model.SesException;

class MailboxTest {

    private final HttpClient browser = HttpClient.newHttpClient();

    @TempDir
    private Path data;

    private final List<String> feedback = new CopyOnWriteArrayList<>();

    private Mailbox mailbox = new Mailbox(Optional.empty(), 0, feedback::add);

    @AfterEach
    void close() {
        mailbox.close();
        browser.close();
    }

    @Test
    void keepsAndShowsWhatTheSdkSends() throws Exception {
        String id;
        try (SesClient ses = ses()) {
            id = ses.sendEmail(call -> call.source("webhooks@example.com")
                            .destination(Destination.builder()
                                    .toAddresses("a@example.com", "Ä <b@example.com>")
                                    .ccAddresses("c@example.com")
                                    .build())
                            .message(message("Disabled: & <b>", "line 1\nline 2 ä&=+", "<p>hi</p>")))
                    .messageId();
        }

        JsonNode list = json("/messages");
        assertThat(list).hasSize(1);
        JsonNode mail = list.get(0);
        assertThat(mail.path("id").asText()).isEqualTo(id);
        assertThat(mail.path("from").asText()).isEqualTo("webhooks@example.com");
        assertThat(mail.path("to")).hasToString("[\"a@example.com\",\"Ä <b@example.com>\"]");
        assertThat(mail.path("cc")).hasToString("[\"c@example.com\"]");
        assertThat(mail.path("subject").asText()).isEqualTo("Disabled: & <b>");
        assertThat(mail.path("text").asText()).isEqualTo("line 1\nline 2 ä&=+");
        assertThat(mail.path("html").asText()).isEqualTo("<p>hi</p>");
        assertThat(mail.path("at").asText()).endsWith("Z");
        assertThat(json("/messages/" + id)).isEqualTo(mail);
        assertThat(get("/messages/" + id + "/html").body()).isEqualTo("<p>hi</p>");
        assertThat(get("/").body())
                .contains(
                        "Disabled: &amp; &lt;b&gt;",
                        "line 2 ä&amp;=+",
                        "<iframe sandbox ",
                        "src=\"/messages/" + id + "/html\"",
                        "<li><a href=\"#" + id + "\">Disabled: &amp; &lt;b&gt;</a>",
                        "<article id=\"" + id + "\">");
        assertThat(get("/help").body()).contains("curl " + mailbox.url() + "/messages");
        assertThat(get("/messages/other").statusCode()).isEqualTo(404);

        delete("/messages");
        assertThat(json("/messages")).isEmpty();
    }

    @Test
    void readsRawMessages() throws Exception {
        String raw = """
                From: Service <webhooks@example.com>
                To: a@front_desk.example
                Subject: =?utf-8?q?H=C3=A4lt?=
                List-Unsubscribe: <https://api.example.com/v1/console/unsubscriptions?token=a&b>
                MIME-Version: 1.0
                Content-Type: multipart/alternative; boundary=x

                --x
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: base64

                aMOk
                --x
                Content-Type: text/html

                <p>h</p>
                --x--
                """.replace("\n", "\r\n");
        try (SesClient ses = ses()) {
            ses.sendRawEmail(call -> call.rawMessage(message -> message.data(SdkBytes.fromUtf8String(raw))));
        }

        JsonNode mail = json("/messages").get(0);
        assertThat(mail.path("from").asText()).isEqualTo("Service <webhooks@example.com>");
        assertThat(mail.path("to")).hasToString("[\"a@front_desk.example\"]");
        assertThat(mail.path("subject").asText()).isEqualTo("Hält");
        assertThat(mail.path("text").asText()).isEqualTo("hä");
        assertThat(mail.path("html").asText()).contains("<p>h</p>");
        assertThat(mail.path("listUnsubscribe").asText())
                .isEqualTo("<https://api.example.com/v1/console/unsubscriptions?token=a&b>");
        assertThat(get("/").body()).contains("List-Unsubscribe: &lt;https://api.example.com/", "token=a&amp;b&gt;");
    }

    @ParameterizedTest
    @CsvSource({
        ",             a@example.com, ValidationError",
        "a@example.com,              , ValidationError",
        "nonsense,     a@example.com, InvalidParameterValue",
        "a@example.com, nonsense,     InvalidParameterValue"
    })
    void rejectsWhatSesRejects(String source, String to, String code) throws Exception {
        try (SesClient ses = ses()) {
            assertThatThrownBy(() -> ses.sendEmail(call -> call.source(source)
                            .destination(destination -> {
                                if (to != null) {
                                    destination.toAddresses(to);
                                }
                            })
                            .message(message("s", "t", "h"))))
                    .isInstanceOfSatisfying(SesException.class, refusal -> {
                        assertThat(refusal.awsErrorDetails().errorCode()).isEqualTo(code);
                        assertThat(refusal.statusCode()).isEqualTo(400);
                        assertThat(refusal.requestId()).isNotEmpty();
                    });
        }
        assertThat(json("/messages")).isEmpty();
    }

    @Test
    void rejectsAnUnknownAction() {
        try (SesClient ses = ses()) {
            assertThatThrownBy(ses::listIdentities).isInstanceOfSatisfying(SesException.class, refusal -> assertThat(
                            refusal.awsErrorDetails().errorCode())
                    .isEqualTo("InvalidAction"));
        }
    }

    @Test
    void throttlesAndRejectsWhenConfigured() throws Exception {
        try (SesClient ses = ses()) {
            order("{\"do\":\"throttle\",\"times\":2}");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> send(ses)).isInstanceOfSatisfying(SesException.class, refusal -> assertThat(
                                refusal.isThrottlingException())
                        .isTrue());
            }
            send(ses);

            order("{\"do\":\"refuse\"}");
            assertThatThrownBy(() -> send(ses)).isInstanceOf(MessageRejectedException.class);

            order("{\"do\":\"fail\",\"times\":9}");
            assertThatThrownBy(() -> send(ses))
                    .isInstanceOfSatisfying(SesException.class, refusal -> assertThat(refusal.statusCode())
                            .isEqualTo(503));
            assertThat(json("/orders")).hasToString("{\"do\":\"fail\",\"times\":8}");
            delete("/orders");
            send(ses);
        }
        assertThat(json("/messages")).hasSize(2);
        assertThat(order("{\"do\":\"explode\"}").statusCode()).isEqualTo(400);
    }

    @Test
    void keepsItsMessagesOverARestart() throws Exception {
        restart();
        try (SesClient ses = ses()) {
            send(ses);
        }
        JsonNode before = json("/messages");

        restart();
        assertThat(json("/messages")).hasSize(1).isEqualTo(before);

        delete("/messages");
        restart();
        assertThat(json("/messages")).isEmpty();
    }

    /** What the service reads of SES, it reads of the mailbox; SesFeedbackTest has the examples of AWS. */
    @ParameterizedTest
    @CsvSource({
        "bounce+a@simulator.amazonses.com, BOUNCED",
        "suppressionlist@simulator.amazonses.com, BOUNCED",
        "complaint+b@simulator.amazonses.com, COMPLAINED",
        "ooto@simulator.amazonses.com, ",
        "success@simulator.amazonses.com, ",
        "bounce@example.com, "
    })
    void mailsToTheMailboxSimulatorComeBack(String address, @Nullable AddressStatus why) {
        try (SesClient ses = ses()) {
            ses.sendEmail(call -> call.source("a@example.com")
                    .destination(destination -> destination.toAddresses(address))
                    .message(message("s", "t", "h")));
            assertThat(feedback).as("without a configuration set").isEmpty();
            ses.sendEmail(call -> call.source("a@example.com")
                    .configurationSetName("MailFeedback")
                    .tags(MessageTag.builder().name("account").value("acc_1").build())
                    .destination(destination -> destination.toAddresses(address))
                    .message(message("s", "t", "h")));
        }
        assertThat(feedback).allMatch(SesFeedback::isOne);
        List<MailFeedback> read = feedback.stream()
                .flatMap(message -> SesFeedback.read(message).stream())
                .toList();
        assertThat(read)
                .isEqualTo(
                        why == null
                                ? List.of()
                                : List.of(new MailFeedback(new AccountId("acc_1"), why, List.of(address))));
    }

    private void restart() {
        mailbox.close();
        mailbox = new Mailbox(Optional.of(data), 0, feedback::add);
    }

    private static void send(SesClient ses) {
        ses.sendEmail(call -> call.source("a@example.com")
                .destination(destination -> destination.toAddresses("b@example.com"))
                .message(message("s", "t", "h")));
    }

    private static Message message(String subject, String text, String html) {
        return Message.builder()
                .subject(Content.builder().data(subject).build())
                .body(Body.builder()
                        .text(Content.builder().data(text).build())
                        .html(Content.builder().data(html).build())
                        .build())
                .build();
    }

    private SesClient ses() {
        return SesClient.builder()
                .endpointOverride(mailbox.url())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(UrlConnectionHttpClient.create())
                .overrideConfiguration(config -> config.retryStrategy(DefaultRetryStrategy.doNotRetry()))
                .build();
    }

    private HttpResponse<String> order(String order) throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(mailbox.url().resolve("/orders"))
                        .POST(BodyPublishers.ofString(order))
                        .build(),
                BodyHandlers.ofString());
    }

    private void delete(String path) throws IOException, InterruptedException {
        URI url = mailbox.url().resolve(path);
        browser.send(HttpRequest.newBuilder(url).DELETE().build(), BodyHandlers.discarding());
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(get(path).body());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI url = mailbox.url().resolve(path);
        return browser.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
    }
}
