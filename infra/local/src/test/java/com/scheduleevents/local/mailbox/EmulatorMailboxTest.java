package com.scheduleevents.local.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmulatorMailboxTest {

    private static final String MINISTACK = """
            {"messages": {"000000000000": [{
              "MessageId": "m-1", "Source": "webhooks@example.com", "To": ["owner@example.com"], "CC": [], "BCC": [],
              "Subject": "Front desk is failing", "BodyText": "Since noon.", "BodyHtml": "<p>Since noon.</p>",
              "Timestamp": "2026-11-26T12:00:00Z", "Type": "SendRawEmail"}]}}
            """;

    private static final String LOCALSTACK = """
            {"messages": [{
              "Id": "m-1", "Region": "eu-west-1", "Timestamp": "2026-11-26T12:00:00", "Source": "webhooks@example.com",
              "RawData": "From: webhooks@example.com\\r\\nTo: owner@example.com\\r\\nSubject: =?UTF-8?Q?Front_desk_is_failing?=\\r\\n\
            MIME-Version: 1.0\\r\\nContent-Type: multipart/alternative; boundary=x\\r\\n\\r\\n--x\\r\\n\
            Content-Type: text/plain; charset=UTF-8\\r\\n\\r\\nSince noon.\\r\\n--x\\r\\n\
            Content-Type: text/html; charset=UTF-8\\r\\n\\r\\n<p>Since noon.</p>\\r\\n--x--\\r\\n"}]}
            """;

    @ParameterizedTest
    @ValueSource(strings = {MINISTACK, LOCALSTACK})
    void emailsOfAnEmulatorAreAPageAndJson(String list) throws Exception {
        try (LoopbackServer emulator = LoopbackServer.start(
                        "emulator", 0, 1024, request -> ServerResponse.of(200, "application/json", list));
                EmulatorMailbox mailbox = new EmulatorMailbox(emulator.url().resolve("/list"), 0)) {
            assertThat(get(mailbox.url().resolve("/")))
                    .contains("<li><a href=\"#m-1\">Front desk is failing</a>", "owner@example.com", "Since noon.");
            assertThat(get(mailbox.url().resolve("/messages")))
                    .contains("\"subject\" : \"Front desk is failing\"", "\"to\" : [ \"owner@example.com\" ]");
            assertThat(get(mailbox.url().resolve("/messages/m-1/html"))).isEqualTo("<p>Since noon.</p>");
        }
    }

    @Test
    void missingEmulatorIsAnErrorAndNotAnEmptyList() throws Exception {
        URI nothing;
        try (LoopbackServer emulator =
                LoopbackServer.start("emulator", 0, 1024, request -> ServerResponse.empty(200))) {
            nothing = emulator.url();
        }
        try (EmulatorMailbox mailbox = new EmulatorMailbox(nothing, 0)) {
            assertThat(get(mailbox.url().resolve("/messages"))).isEqualTo("The server failed; its log says why.\n");
        }
    }

    private static String get(URI url) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
