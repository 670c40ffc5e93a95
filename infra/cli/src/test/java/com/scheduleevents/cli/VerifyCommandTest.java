package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cli.catalogue.KnownTypes;
import com.scheduleevents.cli.catalogue.KnownTypes.Field;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what `verify` says of deliveries that verify, and of those that do not. */
class VerifyCommandTest {

    private static final String SECRET = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAbcdefghijkl";
    private static final String OTHER = "whsec_" + "C2FVsBQIhrscChlQIMV+b5sSYspob7oDAbcdefghijkl";

    /** The second at which the clock of the tests stands. */
    private static final long NOW = Program.NOW.getEpochSecond();

    private static final String BODY =
            "{\"id\":\"evt_1\",\"type\":\"desk.noted\",\"label\":\"Zo\u00eb\",\"created_at\":\"2026-11-22T11:59:58.120Z\"}";

    /** As the guide shows it. */
    private static final String EVENT = """
            {"id":"evt_1","type":"appointment.cancelled","clinic_id":"cln_harbour","appointment_id":"apt_8f1c",\
            "provider_id":"prv_22","starts_at":"2026-11-21T09:30:00Z","duration_minutes":30,"recoverable":true,\
            "cancelled_by":"patient","created_at":"2026-11-20T16:02:11.204Z"}""";

    @TempDir
    Path home = Path.of("");

    @Test
    void deliveryVerifiesInEitherForm() {
        assertThat(reason(raw(BODY, service(NOW, BODY)), SECRET)).isEqualTo("0 verified");
        assertThat(reason(raw(BODY, standard(NOW, BODY)), SECRET)).isEqualTo("0 verified");
        assertThat(reason(raw(BODY, service(NOW, BODY) + standard(NOW, BODY)), SECRET))
                .isEqualTo("0 verified");
    }

    @Test
    void deliveryDuringARotationVerifiesWithEachSecret() {
        String header = "Service-Signature: t=" + NOW + ",v1=" + hex(OTHER, NOW + "." + BODY) + ",v1="
                + hex(SECRET, NOW + "." + BODY) + "\r\n";
        assertThat(reason(raw(BODY, header), SECRET)).isEqualTo("0 verified");
        assertThat(reason(raw(BODY, header), OTHER)).isEqualTo("0 verified");
        assertThat(reason(raw(BODY, service(NOW, BODY)), OTHER, "--secret", SECRET))
                .isEqualTo("0 verified");
    }

    @Test
    void wrongSecretIsNamed() {
        assertThat(reason(raw(BODY, service(NOW, BODY) + standard(NOW, BODY)), OTHER))
                .isEqualTo("1 wrong_secret");
    }

    @Test
    void textThatIsNoSecretIsNamed() {
        assertThat(reason(raw(BODY, service(NOW, BODY)), "sk_test_1")).isEqualTo("1 secret_malformed");
        assertThat(reason(raw(BODY, service(NOW, BODY)), SECRET + "\u2026")).isEqualTo("1 secret_malformed");
    }

    @Test
    void changedBodyIsNamedWithWhatWasDoneToIt() {
        String signed = service(NOW, BODY);
        assertThat(explained(raw(BODY + "\n", signed))).contains("A line end was added");
        assertThat(explained(raw(BODY.replace("\":", "\": "), signed))).contains("parsed and written again");
        assertThat(explained(raw("\uFEFF" + BODY, signed))).contains("byte order mark");
        assertThat(explained(raw(BODY.replace("\u00eb", "\u00c3\u00ab"), signed)))
                .contains("wrong character set");
        assertThat(explained(raw("{\"id\":\"evt_1\" }", signed))).contains("white space or a form");
        assertThat(explained(raw("id=evt_1", signed))).contains("not a JSON object");
        assertThat(explained(raw(BODY.replace("evt_1", "evt_2"), standard(NOW, BODY))))
                .contains("that webhook-id names");
        assertThat(explained(raw(BODY, "Content-Length: 400\r\n" + service(NOW, "{}"))))
                .contains("its Content-Length says 400");
    }

    /** What a parser and a serializer make of an event, proven by undoing it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"id\":\"evt_1\",\"type\":\"appointment.cancelled\"                   | {\"type\":\"appointment.cancelled\",\"id\":\"evt_1\" | in another order",
                "\"duration_minutes\":30                                            | \"duration_minutes\":30.0                      | duration_minutes is written as 30.0",
                "\"duration_minutes\":30                                            | \"duration_minutes\":3E1                       | duration_minutes is written as 3E+1",
                "2026-11-21T09:30:00Z                                               | 2026-11-21T09:30:00.000Z                      | starts_at is written as",
                "2026-11-21T09:30:00Z                                               | 2026-11-21T10:30:00+01:00                     | starts_at is written as",
                "11.204Z                                                            | 11.204000Z                                    | created_at is written as",
                "\"cancelled_by\"                                                   | \"tenant\":7,\"cancelled_by\"                  | It has the field tenant,",
            })
    void bodyThatWasWrittenAgainIsNoWrongSecret(String sent, String received, String how) {
        String body = EVENT.replace(sent.strip(), received.strip());
        assertThat(body).isNotEqualTo(EVENT);
        for (String headers : List.of(service(NOW, EVENT), standard(NOW, EVENT))) {
            assertThat(explained(raw(body, headers))).contains("was parsed and written again", how.strip());
        }
        // Whoever uses the wrong secret too is still told that the body is not the one that was sent.
        Program.Ended both = verify(raw(body, service(NOW, EVENT)), OTHER);
        assertThat(both.out()).contains("body_changed", how.strip());
    }

    @Test
    void sortedFieldsWithOtherNumbersAndTimesAreRecognized() {
        String sorted = """
                {"appointment_id":"apt_8f1c","cancelled_by":"patient","clinic_id":"cln_harbour",\
                "created_at":"2026-11-20T16:02:11.204000Z","duration_minutes":30.0,"id":"evt_1","provider_id":"prv_22",\
                "recoverable":true,"starts_at":"2026-11-21T09:30:00.000Z","type":"appointment.cancelled"}""";
        assertThat(explained(raw(sorted, service(NOW, EVENT))))
                .contains("was parsed and written again", "in another order", "30.0", "starts_at");
    }

    /** It cannot be undone, but it shows. */
    @Test
    void fieldThatWasDroppedIsNamed() {
        String body = EVENT.replace(",\"recoverable\":true", "");
        assertThat(explained(raw(body, service(NOW, EVENT)))).contains("It lacks the field recoverable.");
    }

    /** An optional field is missing in no event, and in its place in one that has it. */
    @Test
    void optionalFieldIsNotMissed() {
        String sent = EVENT.replace(",\"created_at\"", ",\"corrects\":\"evt_0\",\"created_at\"");
        String received = sent.replace(",\"corrects\":\"evt_0\"", "").replace("{", "{\"corrects\":\"evt_0\",");
        assertThat(explained(raw(received, service(NOW, sent))))
                .contains("was parsed and written again", "in another order")
                .doesNotContain("lacks");
        assertThat(explained(raw(EVENT.replace("{", "{ "), service(NOW, EVENT))))
                .contains("was parsed and written again")
                .doesNotContain("lacks", "corrects");
    }

    /** Serializers leave them out. */
    @Test
    void nullsThatWereDroppedAreNamed() {
        String sent = """
                {"id":"evt_1","type":"webhook.slow","webhook_id":"whk_1","description":null,"host":"r.example","clinic_ids":null,\
                "since":"2026-11-20T16:02:11.204Z","deliveries_per_second":4,"created_at":"2026-11-20T16:02:11.204Z"}""";
        assertThat(explained(raw(sent.replace("\"description\":null,", ""), service(NOW, sent))))
                .contains("was parsed and written again", "It lacks the field description.");
    }

    /** A receiver of thin deliveries, whose events have other fields in the API. */
    @Test
    void thinDeliveryIsToldFromAChangedOne() {
        String thin =
                "{\"id\":\"evt_1\",\"type\":\"appointment.cancelled\",\"clinic_id\":\"cln_harbour\",\"created_at\":\"2026-11-20T16:02:11.204Z\"}";
        assertThat(reason(raw(thin, service(NOW, thin)), SECRET)).isEqualTo("0 verified");
        assertThat(reason(raw(thin, service(NOW, thin)), OTHER)).isEqualTo("1 wrong_secret");
        assertThat(explained(raw(EVENT, service(NOW, thin)))).contains("more fields than the thin delivery");
        assertThat(explained(raw(thin.replace("evt_1\",", "evt_1\", "), service(NOW, thin))))
                .contains("written again");
        String short_ = thin.replace("\"clinic_id\":\"cln_harbour\",", "");
        assertThat(explained(raw(short_, service(NOW, thin)))).contains("It lacks the field clinic_id.");
        try (ScriptedApi api = new ScriptedApi().on("GET /v1/events/evt_1", 200, EVENT)) {
            String tampered = thin.replace("cln_harbour", "cln_station");
            Program program = new Program(home).using(api).input(raw(tampered, standard(NOW, thin)));
            assertThat(program.execute("verify", "--secret", SECRET, "--fetch").out())
                    .contains("body_changed", "a thin delivery of the event as the API has it");
            assertThat(program.execute("verify", "--secret", OTHER, "--fetch").out())
                    .contains("wrong_secret");
        }
    }

    @Test
    void verdictThatIsAGuessSaysSo() {
        assertThat(verify(raw(EVENT, service(NOW, EVENT)), OTHER).out())
                .contains("wrong_secret", "or the body was written again");
        // A value that was changed shows nowhere.
        assertThat(verify(raw(EVENT.replace("prv_22", "prv_23"), service(NOW, EVENT)), SECRET)
                        .out())
                .contains("wrong_secret", "or the body was written again");
    }

    @Test
    void signaturesOfOtherVersionsBesideAGoodOneAreNotLookedAt() {
        String service = service(NOW, BODY).strip();
        String standard = standard(NOW, BODY).strip();
        for (String headers : List.of(
                service + ",v2=abc",
                service.replace(",v1=", ",v0=00,v1="),
                service + ",v1=tooshort",
                standard + " v1a,YWJj",
                standard + " v2,abc v3")) {
            assertThat(reason(raw(BODY, headers + "\r\n"), SECRET)).as(headers).isEqualTo("0 verified");
        }
        assertThat(reason(raw(BODY, service.replace(",v1=", ",v2=") + "\r\n"), SECRET))
                .isEqualTo("1 header_malformed");
    }

    @Test
    void linesOfHttp2AndOfCurlAreRead() {
        String headers = standard(NOW, BODY);
        String pseudo = ":method: POST\r\n:path: /hooks\r\n:authority: r.example\r\n:scheme: https\r\n";
        assertThat(reason(pseudo + headers + "\r\n" + BODY, SECRET)).isEqualTo("0 verified");
        String marked = ("POST /hooks HTTP/2\n" + headers.replace("\r", "")).replaceAll("(?m)^(?=.)", "> ");
        assertThat(reason(marked + ">\n" + BODY, SECRET)).isEqualTo("0 verified");
        assertThat(reason(marked + "> \n" + BODY, SECRET)).isEqualTo("0 verified");
    }

    /** The catalogue of the command line is that of the API. */
    @Test
    void knownTypesHaveTheFieldsOfTheCatalogue() throws IOException {
        Path types = Path.of("../../functions/domain/src/main/resources/com/scheduleevents/domain/event");
        KnownTypes known = new KnownTypes();
        List<String> names = new ArrayList<>();
        for (String folder : List.of("types", "operational")) {
            try (Stream<Path> files = Files.list(types.resolve(folder))) {
                for (Path file : files.toList()) {
                    JsonNode schema = new ObjectMapper().readTree(file.toFile());
                    String name = schema.path("title").asText();
                    names.add(name);
                    List<String> required = schema.path("required")
                            .valueStream()
                            .map(JsonNode::asText)
                            .toList();
                    assertThat(known.fieldsOf(name))
                            .contains(schema.path("properties")
                                    .propertyStream()
                                    .map(Map.Entry::getKey)
                                    .map(field -> new Field(field, !required.contains(field)))
                                    .toList());
                }
            }
        }
        assertThat(known.names()).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void oldTimeStampIsNamedUnlessTheDeliveryArrivedThen() {
        String request = raw(BODY, service(NOW - 301, BODY));
        assertThat(reason(request, SECRET)).isEqualTo("1 timestamp_old");
        assertThat(reason(request, SECRET, "--at", "2m")).isEqualTo("0 verified");
        assertThat(reason(raw(BODY, service(NOW - 300, BODY)), SECRET)).isEqualTo("0 verified");
    }

    /** The delivery was signed at 11:54:59, and is good for five minutes. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-23T10:54:59+23:00,                0 verified",
        "2026-11-21T12:55:59.0000000000-23:00,     0 verified",
        "2026-11-21T13:05:00-23:00,                1 timestamp_old",
        "2026-11-22t11:54:59.99999999999999z,      0 verified",
        "2026-11-22T11:59:59.0000000001Z,          0 verified",
        "2026-11-22T12:00:00Z,                     1 timestamp_old",
    })
    void timesAreThoseOfTheApi(String at, String reason) {
        assertThat(reason(raw(BODY, service(NOW - 301, BODY)), SECRET, "--at", at))
                .isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-22T11:54:59+24:00",
                "2026-11-22T11:54:59+01:60",
                "2026-13-22T11:54:59Z",
                "2026-11-22T11:54:591Z",
                "2026-11-22T11:54:59.Z",
                "2026-11-22T11:54:59",
            })
    void whatIsNoTimeIsRefused(String at) {
        assertThat(verify(raw(BODY, service(NOW, BODY)), SECRET, "--at", at).err())
                .contains("is neither a time such as");
    }

    /** As {@code printf %s whsec_… | sha256sum} prints it. */
    @Test
    void secretsAreToldByTheirFingerprints() throws NoSuchAlgorithmException {
        String fingerprint = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(OTHER.getBytes(StandardCharsets.UTF_8)))
                .substring(0, 8);

        assertThat(verify(raw(BODY, service(NOW, BODY)), OTHER).out()).contains(fingerprint);
        assertThat(verify(raw(BODY, service(NOW, BODY)), "sk_1").out()).contains("secret_malformed");
    }

    @Test
    void timeStampOfTheFutureIsNamed() {
        assertThat(reason(raw(BODY, service(NOW + 301, BODY)), SECRET)).isEqualTo("1 timestamp_ahead");
    }

    @Test
    void missingHeaderIsNamed() {
        assertThat(reason(raw(BODY, "Content-Type: application/json\r\n"), SECRET))
                .isEqualTo("1 header_missing");
        String standard = standard(NOW, BODY);
        String withoutTime = standard.replaceFirst("webhook-timestamp: [0-9]+\r\n", "");
        Program.Ended ended = verify(raw(BODY, withoutTime), SECRET);
        assertThat(ended.out()).contains("header_missing", "it lacks webhook-timestamp:");
    }

    @Test
    void unreadableHeaderIsNamed() {
        assertThat(reason(raw(BODY, "Service-Signature: sha256=12\r\n"), SECRET))
                .isEqualTo("1 header_malformed");
    }

    @Test
    void requestMayHaveBareLineEndsChunksOrNoRequestLine() {
        String headers = service(NOW, BODY);
        assertThat(reason(raw(BODY, headers).replace("\r\n", "\n"), SECRET)).isEqualTo("0 verified");
        assertThat(reason(headers + "\r\n" + BODY, SECRET)).isEqualTo("0 verified");
        byte[] bytes = BODY.getBytes(StandardCharsets.UTF_8);
        assertThat(reason(raw(BODY + "\r\n", headers + "content-length: " + bytes.length + "\r\n"), SECRET))
                .isEqualTo("0 verified");
        String half = BODY.substring(0, 10);
        String rest = BODY.substring(10);
        String chunks =
                "a\r\n" + half + "\r\n" + Integer.toHexString(bytes.length - 10) + ";x=y\r\n" + rest + "\r\n0\r\n\r\n";
        assertThat(reason(raw(chunks, headers + "Transfer-Encoding: chunked\r\n"), SECRET))
                .isEqualTo("0 verified");
        assertThat(reason(raw(BODY, headers + "Transfer-Encoding: chunked\r\n"), SECRET))
                .isEqualTo("0 verified");
    }

    @Test
    void headersAndBodyMayBeInFiles() throws IOException {
        Path headers = Files.writeString(home.resolve("headers"), service(NOW, BODY));
        Path body = Files.writeString(home.resolve("body"), BODY);
        assertThat(reason("", SECRET, "--headers", headers.toString(), "--body", body.toString()))
                .isEqualTo("0 verified");
        assertThat(reason(service(NOW, BODY), SECRET, "--body", body.toString()))
                .isEqualTo("0 verified");
    }

    @Test
    void textThatIsNoRequestIsRefused() {
        Program.Ended ended = verify("POST / HTTP/1.1\r\nnonsense\r\n\r\n" + BODY, SECRET);
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("Line 2 is not a header");
    }

    @Test
    void secretMayComeFromTheEnvironment() {
        Program program = new Program(home).input(raw(BODY, service(NOW, BODY)));
        assertThat(program.execute("verify").err()).contains("Give the signing secret");
        assertThat(program.variable("CLINIC_EVENTS_SECRET", SECRET).run("verify"))
                .contains("verified");
    }

    @Test
    void originalOfTheApiTellsAWrongSecretFromAChangedBody() {
        String tampered = BODY.replace("desk.noted", "desk.moved");
        String headers = standard(NOW, BODY);
        try (ScriptedApi api = new ScriptedApi().on("GET /v1/events/evt_1", 200, BODY)) {
            Program program = new Program(home).using(api).input(raw(tampered, headers));
            assertThat(program.execute("verify", "--secret", SECRET).out()).contains("wrong_secret");
            assertThat(api.requests()).isEmpty();
            assertThat(program.execute("verify", "--secret", SECRET, "--fetch").out())
                    .contains("body_changed", "as the API has it");
            assertThat(program.execute("verify", "--secret", OTHER, "--fetch").out())
                    .contains("wrong_secret", "does not fit the event as the API has it");
        }
        try (ScriptedApi api = new ScriptedApi().refuse("GET /v1/events/evt_1", 404, "not_found")) {
            Program.Ended ended = new Program(home)
                    .using(api)
                    .input(raw(tampered, headers))
                    .execute("verify", "--secret", SECRET, "--fetch");
            assertThat(ended.err()).contains("The API has no event evt_1");
            assertThat(ended.out()).contains("wrong_secret");
        }
    }

    private Program.Ended verify(String request, String secret, String... more) {
        String[] arguments = Stream.concat(Stream.of("verify", "--secret", secret), Stream.of(more))
                .toArray(String[]::new);
        return new Program(home).input(request).execute(arguments);
    }

    /** The exit status and the reason. */
    private String reason(String request, String secret, String... more) {
        Program.Ended ended = verify(request, secret, more);
        return ended.status() + " "
                + ended.out()
                        .lines()
                        .filter(line -> line.startsWith("reason"))
                        .map(line -> line.substring("reason".length()).strip())
                        .findFirst()
                        .orElse(ended.err());
    }

    private String explained(String request) {
        Program.Ended ended = verify(request, SECRET);
        assertThat(ended.out()).contains("body_changed");
        return ended.out();
    }

    private static String raw(String body, String headers) {
        return "POST /hooks HTTP/1.1\r\nHost: receiver.example\r\n" + headers + "\r\n" + body;
    }

    private static String service(long at, String body) {
        return "Service-Signature: t=" + at + ",v1=" + hex(SECRET, at + "." + body) + "\r\n";
    }

    private static String standard(long at, String body) {
        byte[] key = Base64.getDecoder().decode(SECRET.substring(6));
        String mac = Base64.getEncoder().encodeToString(hmac(key, "evt_1." + at + "." + body));
        return "webhook-id: evt_1\r\nwebhook-timestamp: " + at + "\r\nwebhook-signature: v1," + mac + "\r\n";
    }

    private static String hex(String secret, String content) {
        return HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), content));
    }

    private static byte[] hmac(byte[] key, String content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
