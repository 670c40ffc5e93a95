package com.scheduleevents.api.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.certificate.ClientCertificate;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the settings beyond those of requirement R15: several clinics, filters and static headers. */
class SettingsTest {

    private static final String AUTH =
            ",'auth':{'type':'oauth2','token_url':'https://auth.example.com/token','client_id':'id',"
                    + "'client_secret':'hunter2','scopes':['a','b']}";
    private static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    private static final HeldCertificate CLINIC = new HeldCertificate.Builder()
            .certificateAuthority(0)
            .commonName("Clinic CA")
            .validityInterval(0, 4_000_000_000_000L)
            .build();
    private static final HeldCertificate OWN = until("2027-01-01T00:00:00Z");
    private static final String CANCELLED = "{'url':'https://example.com/hook','types':['appointment.cancelled']%s}";

    private final WebhooksFixture world = new WebhooksFixture();

    @Test
    void orderingIsKeptAsItWasRegistered() {
        String ordered = registerWith("{'url':'https://example.com/','types':['*'],'ordering':'appointment'}")
                .json()
                .get("id")
                .asText();
        assertThat(patch(Callers.FULL, ordered, "{'ordering':'appointment','description':'Desk'}")
                        .json()
                        .get("ordering")
                        .asText())
                .isEqualTo("appointment");
        patch(Callers.FULL, ordered, "{'ordering':null}").assertError(400, "invalid_field", "ordering");

        String plain = id(register(""));
        assertThat(patch(Callers.FULL, plain, "{'ordering':null}")
                        .json()
                        .get("ordering")
                        .isNull())
                .isTrue();
        patch(Callers.FULL, plain, "{'ordering':'appointment'}").assertError(400, "invalid_field", "ordering");
        registerWith("{'url':'https://example.com/','types':['*'],'ordering':'clinic'}")
                .assertError(400, "invalid_field", "ordering");
        registerWith("{'mode':'pull','types':['*'],'ordering':'appointment'}")
                .assertError(400, "invalid_field", "ordering");
    }

    @Test
    void showsTheFilterTheClinicsAndTheNamesOfTheHeaders() {
        ApiResponse made = register(",'clinic_ids':['cln_oldtown','cln_harbour'],'filter':{'provider_id':['prv_1'],"
                + "'recoverable':[true]},'headers':{'X-Api-Key':'hunter2','X-Tenant':'t'}");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        JsonNode shown = made.json();
        assertThat(shown.get("clinic_ids").toString()).isEqualTo("[\"cln_harbour\",\"cln_oldtown\"]");
        assertThat(shown.get("clinic_id").isNull()).isTrue();
        assertThat(shown.get("filter").toString()).isEqualTo("{\"provider_id\":[\"prv_1\"],\"recoverable\":[true]}");
        assertThat(shown.get("header_names").toString()).isEqualTo("[\"X-Api-Key\",\"X-Tenant\"]");
        assertThat(shown.has("headers")).isFalse();
        assertThat(made.text()).doesNotContain("hunter2");
        assertThat(headers()).isEqualTo(Map.of("X-Api-Key", "hunter2", "X-Tenant", "t"));
    }

    @Test
    void registersAWebhookThatIsPulledAndHasNoUrl() {
        ApiResponse made = registerWith("{'mode':'pull','types':['*'],'url':null}");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        JsonNode shown = made.json();
        assertThat(shown.get("mode").asText()).isEqualTo("pull");
        assertThat(shown.get("url").isNull()).isTrue();
        assertThat(shown.has("secret")).isTrue();
        assertThat(shown.get("health").toString())
                .isEqualTo("{\"circuit\":\"closed\",\"failing_since\":null,\"backlog\":0,\"next_attempt_at\":null,"
                        + "\"last_pulled_at\":null}");
        assertThat(register("").json().get("mode").asText()).isEqualTo("push");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'mode':'pull','types':['*'],'url':'https://example.com/'}      | invalid_field | url",
                "{'mode':'pull','types':['*'],'max_per_second':5}                | invalid_field | max_per_second",
                "{'mode':'pull','types':['*'],'headers':{'X-Key':'hunter2'}}     | invalid_field | headers",
                "{'mode':'pull','types':['*'],'auth':{'type':'oauth2'}}          | invalid_field | auth",
                "{'mode':'pull','types':['*'],'client_certificate':{}}           | invalid_field | client_certificate",
                "{'mode':'pull','types':['*'],'destination':{'type':'sqs'}}      | invalid_field | destination",
                "{'mode':'Pull','types':['*']}                                   | invalid_field | mode",
                "{'mode':'push','types':['*']}                                   | missing_field | url",
                "{'delivery':'pull','types':['*']}                               | unknown_field | delivery"
            })
    void refusesWhatAWebhookThatIsPulledDoesNotHave(String body, String code, String param) {
        registerWith(body).assertError(400, code, param);
        assertThat(world.webhooks.all()).isEmpty();
    }

    @Test
    void howAWebhookIsDeliveredCannotBeChanged() {
        String pulled =
                registerWith("{'mode':'pull','types':['*']}").json().get("id").asText();

        patch(Callers.FULL, pulled, "{'mode':'push','url':'https://example.com/'}")
                .assertError(400, "invalid_field", "mode");
        patch(Callers.FULL, pulled, "{'url':'https://example.com/'}").assertError(400, "invalid_field", "url");
        patch(Callers.FULL, pulled, "{'max_per_second':5}").assertError(400, "invalid_field", "max_per_second");
        assertThat(patch(Callers.FULL, pulled, "{'mode':'pull','types':['offer.created']}")
                        .status())
                .isEqualTo(200);
        String pushed = register("").json().get("id").asText();
        patch(Callers.FULL, pushed, "{'mode':'pull'}").assertError(400, "invalid_field", "mode");
        assertThat(patch(Callers.FULL, pushed, "{'mode':'push'}").status()).isEqualTo(200);
    }

    @Test
    void showsOneClinicInTheRequiredField() {
        JsonNode shown = register(",'clinic_ids':['cln_harbour']").json();
        assertThat(shown.get("clinic_id").asText()).isEqualTo("cln_harbour");
        assertThat(shown.get("clinic_ids").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                ",'clinic_ids':[]                                              | 400 | invalid_field | clinic_ids",
                ",'clinic_ids':'cln_harbour'                                   | 400 | invalid_field | clinic_ids",
                ",'clinic_ids':['cln_harbour','cln_harbour']                   | 400 | invalid_field | clinic_ids",
                ",'clinic_ids':['harbour']                                     | 400 | invalid_field | clinic_ids",
                ",'clinic_id':'cln_harbour','clinic_ids':['cln_oldtown']       | 400 | invalid_field | clinic_ids",
                ",'clinic_ids':['cln_harbour','cln_elsewhere']                 | 403 | clinic_not_allowed | clinic_ids",
                ",'clinic_ids':['cln_unknown']                                 | 403 | clinic_not_allowed | clinic_ids",
                ",'clinic_ids':['cln_harbour','cln_unknown']                   | 403 | clinic_not_allowed | clinic_ids",
                ",'filter':{}                                                  | 400 | invalid_field | filter",
                ",'filter':{'offer_id':['off_1']}                              | 400 | invalid_field | filter",
                ",'filter':{'provider_id':['doctor']}                          | 400 | invalid_field | filter",
                ",'headers':{}                                                 | 400 | invalid_field | headers",
                ",'headers':[]                                                 | 400 | invalid_field | headers",
                ",'headers':{'X-Key':7}                                        | 400 | invalid_field | headers",
                ",'headers':{'X-Key':null}                                     | 400 | invalid_field | headers",
                ",'headers':{'Host':'hunter2'}                                 | 400 | invalid_field | headers",
                ",'headers':{'X-Key':'\\ufffd'}                                | 400 | invalid_field | headers",
                ",'description':'\\ufffd'                                     | 400 | invalid_field | description",
                ",'description':'\\ud800'                                     | 400 | invalid_field | description",
                ",'description':'x\uFFFD'                                     | 400 | invalid_body  | -",
                ",'notify':{'email':'a\\ufffd@example.com'}                    | 400 | invalid_field | email",
                ",'filter':{'provider_id':['prv_\\ufffd']}                    | 400 | invalid_field | filter",
                ",'headers':{'X-Original-URL':'/admin'}                        | 400 | invalid_field | headers",
                ",'headers':{'X_Forwarded_For':'10.0.0.1'}                     | 400 | invalid_field | headers",
                ",'headers':{'X-Key':' hunter2'}                               | 400 | invalid_field | headers",
                ",'auth':[]                                                    | 400 | invalid_field | auth",
                ",'auth':{'type':'basic','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2'} | 400 | invalid_field | type",
                ",'auth':{'type':'oauth2','client_id':'id','client_secret':'hunter2'} | 400 | missing_field | token_url",
                ",'auth':{'type':'oauth2','token_url':'http://a.example.com/','client_id':'id','client_secret':'hunter2'} | 400 | invalid_field | token_url",
                ",'auth':{'type':'oauth2','token_url':'https://10.0.0.1/','client_id':'id','client_secret':'hunter2'} | 400 | invalid_field | token_url",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'','client_secret':'hunter2'} | 400 | invalid_field | client_id",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id'} | 400 | missing_field | client_secret",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2 '} | 400 | invalid_field | client_secret",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':null} | 400 | invalid_field | client_secret",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2','scopes':['a b']} | 400 | invalid_field | scopes",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2','scopes':['a','a']} | 400 | invalid_field | scopes",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2','audience':''} | 400 | invalid_field | audience",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2','token_endpoint_auth_method':'private_key_jwt'} | 400 | invalid_field | token_endpoint_auth_method",
                ",'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2','password':'x'} | 400 | unknown_field | password",
                ",'headers':{'authorization':'Bearer hunter2'},'auth':{'type':'oauth2','token_url':'https://a.example.com/','client_id':'id','client_secret':'hunter2'} | 400 | invalid_field | auth",
            })
    void namesTheInvalidSetting(String settings, int status, String code, String param) {
        JsonNode error = register(settings).assertError(status, code, param);
        assertThat(error.get("message").asText()).doesNotContain("hunter2");
        assertThat(world.webhooks.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "\\u202eabc, abc",
        "a\\u200b, a",
        "\\u0645\\u06cc\\u200c\\u062e, \u0645\u06CC\u200C\u062E",
        "' ',",
        "'',",
        "\\u200b,"
    })
    void showsADescriptionWithoutWhatNobodySees(String description, @Nullable String shown) {
        JsonNode registered = register(",'description':'" + description + "'").json();
        assertThat(registered.get("description").textValue()).isEqualTo(shown);
        String id = registered.get("id").asText();
        assertThat(patch(Callers.FULL, id, "{'description':'x'}")
                        .json()
                        .get("description")
                        .asText())
                .isEqualTo("x");
        JsonNode changed =
                patch(Callers.FULL, id, "{'description':'" + description + "'}").json();
        assertThat(changed.get("description").textValue()).isEqualTo(shown);
    }

    @Test
    void takesFiftyClinicsAtMost() {
        String clinics = IntStream.range(0, 51).mapToObj(i -> "'cln_" + i + "'").collect(Collectors.joining(","));
        register(",'clinic_ids':[" + clinics + "]").assertError(400, "invalid_field", "clinic_ids");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'clinic_id':'cln_oldtown'}                      | 200 | cln_oldtown | ",
                "{'clinic_id':null}                               | 200 | null            | ",
                "{'clinic_ids':null}                              | 200 | null            | ",
                "{'clinic_id':'cln_oldtown','clinic_ids':null}    | 200 | cln_oldtown | ",
                "{'description':'x'}                              | 200 | null            | 2",
            })
    void changesTheClinics(String change, int status, String clinic, @Nullable String several) {
        String id = id(register(",'clinic_ids':['cln_harbour','cln_oldtown']"));
        ApiResponse changed = patch(Callers.FULL, id, change);
        assertThat(changed.status()).as(changed.text()).isEqualTo(status);
        assertThat(changed.json().get("clinic_id").asText()).isEqualTo(clinic);
        assertThat(changed.json().path("clinic_ids").size()).isEqualTo(several == null ? 0 : 2);
    }

    @Test
    void rejectsClinicsThatTheCallerOrTheWebhooksKeyDoesNotSee() {
        String own = id(world.send(
                NOW, ApiRequest.of(Callers.HARBOUR, "POST", "/webhooks").json(quoted(CANCELLED.formatted("")))));
        patch(Callers.HARBOUR, own, "{'clinic_ids':['cln_harbour','cln_oldtown']}")
                .assertError(403, "clinic_not_allowed", "clinic_ids");
        patch(Callers.FULL, own, "{'clinic_ids':['cln_harbour','cln_oldtown']}")
                .assertError(403, "clinic_not_allowed", "clinic_ids");
        patch(Callers.HARBOUR, own, "{'clinic_ids':['cln_oldtown']}")
                .assertError(403, "clinic_not_allowed", "clinic_ids");
    }

    @Test
    void keepsTheFilterOnlyWhileItFitsTheTypes() {
        String id = id(register(",'filter':{'recoverable':[true]}"));

        patch(Callers.FULL, id, "{'types':['*']}").assertError(400, "invalid_field", "filter");
        assertThat(patch(Callers.FULL, id, "{'description':'x'}")
                        .json()
                        .get("filter")
                        .isNull())
                .isFalse();
        assertThat(patch(Callers.FULL, id, "{'types':['*'],'filter':{'provider_id':['prv_1']}}")
                        .json()
                        .get("filter")
                        .toString())
                .isEqualTo("{\"provider_id\":[\"prv_1\"]}");
        assertThat(patch(Callers.FULL, id, "{'types':['offer.created']}").status())
                .isEqualTo(200);
        assertThat(patch(Callers.FULL, id, "{'filter':null}")
                        .json()
                        .get("filter")
                        .isNull())
                .isTrue();
    }

    @Test
    void checksTheFilterAgainstAllTypesOfAGroup() {
        String group = "{'url':'https://example.com/hook','types':['offer.*'],'filter':{'%s':%s}}";
        assertThat(registerWith(group.formatted("offer_id", "['off_1']")).status())
                .isEqualTo(201);
        registerWith(group.formatted("recoverable", "[true]")).assertError(400, "invalid_field", "filter");
        registerWith(group.formatted("expires_at", "['2026-12-01T09:30:00Z']"))
                .assertError(400, "invalid_field", "filter");
    }

    @Test
    void replacesAndRemovesTheHeadersAsAWhole() {
        String id = id(register(",'headers':{'X-Api-Key':'hunter2','X-Tenant':'t'}"));

        assertThat(patch(Callers.FULL, id, "{'description':'x'}").json().get("header_names"))
                .hasSize(2);
        ApiResponse changed = patch(Callers.FULL, id, "{'headers':{'X-Other':'hunter3'}}");
        assertThat(changed.json().get("header_names").toString()).isEqualTo("[\"X-Other\"]");
        assertThat(changed.text()).doesNotContain("hunter");
        assertThat(headers()).isEqualTo(Map.of("X-Other", "hunter3"));
        assertThat(patch(Callers.FULL, id, "{'headers':null}")
                        .json()
                        .get("header_names")
                        .isNull())
                .isTrue();
    }

    @Test
    void doesNotSendTheHeadersOfOneReceiverToAnother() {
        String id = id(register(",'headers':{'X-Api-Key':'hunter2'}"));

        for (String url : List.of("https://example.org/hook", "https://example.com:8443/hook")) {
            patch(Callers.FULL, id, "{'url':'" + url + "'}").assertError(400, "missing_field", "headers");
        }
        assertThat(world.webhooks.all().getFirst().url()).isEqualTo("https://example.com/hook");
        assertThat(patch(Callers.FULL, id, "{'url':'https://EXAMPLE.com:443/other'}")
                        .status())
                .isEqualTo(200);
        assertThat(patch(Callers.FULL, id, "{'url':'https://example.org/','headers':null}")
                        .json()
                        .get("header_names")
                        .isNull())
                .isTrue();
        assertThat(patch(Callers.FULL, id, "{'url':'https://example.com/'}").status())
                .isEqualTo(200);
    }

    @Test
    void showsHowTokensAreRequestedWithoutTheSecret() {
        ApiResponse made = register(AUTH);

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.text()).doesNotContain("hunter2");
        assertThat(made.json().get("auth").toString())
                .isEqualTo(quoted("{'type':'oauth2','token_url':'https://auth.example.com/token','client_id':'id',"
                        + "'scopes':['a','b'],'audience':null,'token_endpoint_auth_method':'client_secret_basic'}"));
        assertThat(secret()).isEqualTo("hunter2");
    }

    @Test
    void keepsTheClientSecretThatAChangeLeavesOut() {
        String id = id(register(AUTH));

        ApiResponse changed = patch(
                Callers.FULL,
                id,
                "{'auth':{'type':'oauth2','token_url':'https://auth.example.com/v2/token','client_id':'other',"
                        + "'token_endpoint_auth_method':'client_secret_post'}}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().at("/auth/client_id").asText()).isEqualTo("other");
        assertThat(changed.json().at("/auth/scopes")).isEmpty();
        assertThat(secret()).isEqualTo("hunter2");

        ApiResponse merged = patchAs("application/merge-patch+json", id, "{'auth':{'client_secret':'hunter3'}}");
        assertThat(merged.json().at("/auth/client_id").asText()).isEqualTo("other");
        assertThat(merged.text()).doesNotContain("hunter");
        assertThat(secret()).isEqualTo("hunter3");

        assertThat(patch(Callers.FULL, id, "{'auth':null}").json().get("auth").isNull())
                .isTrue();
        patch(
                        Callers.FULL,
                        id,
                        "{'auth':{'type':'oauth2','token_url':'https://auth.example.com/token','client_id':'id'}}")
                .assertError(400, "missing_field", "client_secret");
    }

    @Test
    void sendsNeitherTheClientSecretNorTokensToAnotherHost() {
        String id = id(register(AUTH));

        for (String other : List.of("https://auth.example.org/token", "https://auth.example.com:8443/token")) {
            patch(Callers.FULL, id, "{'auth':{'type':'oauth2','token_url':'" + other + "','client_id':'id'}}")
                    .assertError(400, "missing_field", "client_secret");
            patchAs("application/merge-patch+json", id, "{'auth':{'token_url':'" + other + "'}}")
                    .assertError(400, "missing_field", "client_secret");
        }
        for (String change : List.of(
                "{'url':'https://example.org/hook'}",
                "{'url':'https://example.org/hook','auth':{'type':'oauth2','token_url':'https://auth.example.com/token','client_id':'id'}}")) {
            patch(Callers.FULL, id, change).assertError(400, "missing_field", "client_secret");
        }
        assertThat(patch(Callers.FULL, id, "{'url':'https://example.com/other'}")
                        .status())
                .isEqualTo(200);
        assertThat(patchAs(
                                "application/merge-patch+json",
                                id,
                                "{'url':'https://example.org/hook','auth':{'client_secret':'hunter2'}}")
                        .status())
                .isEqualTo(200);
        assertThat(patch(Callers.FULL, id, "{'url':'https://example.net/','auth':null}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void showsOfACertificateWhatItsOwnerMaySee() {
        ApiResponse made = certified();
        String id = id(made);
        JsonNode shown = made.json();
        assertThat(shown.has("client_certificate")).isFalse();
        assertThat(shown.get("client_certificate_details").toString())
                .isEqualTo(quoted("{'subject':'CN=schedule-events','issuer':'CN=Clinic CA','fingerprint':'"
                        + certificate().facts().fingerprint() + "','expires_at':'2027-01-01T00:00:00.000Z'}"));
        assertThat(certificate().chain()).containsExactly(OWN.certificate(), CLINIC.certificate());
        assertThat(certificate().key()).isEqualTo(OWN.keyPair().getPrivate());

        assertThat(patch(
                                Callers.FULL,
                                id,
                                patch(Callers.FULL, id, "{'types':['offer.created']}")
                                        .text())
                        .status())
                .as("it can be read and sent back as a whole")
                .isEqualTo(200);
        patch(Callers.FULL, id, "{'description':'Desk'}");
        assertThat(certificate().key())
                .as("other changes leave it")
                .isEqualTo(OWN.keyPair().getPrivate());
        String fingerprint = certificate().facts().fingerprint();
        assertThat(patch(Callers.FULL, id, certificate(until("2028-01-01T00:00:00Z")))
                        .status())
                .isEqualTo(200);
        assertThat(certificate().facts().fingerprint()).isNotEqualTo(fingerprint);
        assertThat(patch(Callers.FULL, id, "{'client_certificate':null}")
                        .json()
                        .get("client_certificate_details")
                        .isNull())
                .isTrue();
        assertThat(register("").json().get("client_certificate_details").isNull())
                .isTrue();
    }

    @Test
    void theCertificateIsNotPresentedToAnotherHost() {
        String id = id(certified());
        patch(Callers.FULL, id, "{'url':'https://example.org/hook'}")
                .assertError(400, "missing_field", "client_certificate");
        assertThat(patch(Callers.FULL, id, "{'url':'https://example.com/other'}")
                        .status())
                .isEqualTo(200);
        assertThat(patch(
                                Callers.FULL,
                                id,
                                certificate(OWN, CLINIC).replaceFirst("\\{", "{'url':'https://example.org/hook',"))
                        .status())
                .isEqualTo(200);
        assertThat(patch(Callers.FULL, id, "{'url':'https://example.net/','client_certificate':null}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void refusesACertificateThatCannotBeUsedWithoutQuotingItsKey() {
        String chain = text(OWN.certificatePem() + CLINIC.certificatePem());
        String key = text(OWN.privateKeyPkcs8Pem());
        Map<String, String> faults = Map.ofEntries(
                Map.entry("'x'", "invalid_field client_certificate"),
                Map.entry("{'private_key':" + key + "}", "missing_field certificate"),
                Map.entry("{'certificate':" + chain + "}", "missing_field private_key"),
                Map.entry("{'certificate':" + chain + ",'private_key':5}", "invalid_field private_key"),
                Map.entry("{'certificate':" + chain + ",'private_key':'hunter2'}", "invalid_field private_key"),
                Map.entry(
                        "{'certificate':" + chain + ",'private_key':" + text(CLINIC.privateKeyPkcs8Pem()) + "}",
                        "invalid_field client_certificate"),
                Map.entry("{'certificate':'hunter2','private_key':" + key + "}", "invalid_field certificate"),
                Map.entry(
                        "{'certificate':" + chain + ",'private_key':" + key + ",'password':'hunter2'}",
                        "unknown_field password"));
        faults.forEach((certificate, fault) -> {
            ApiResponse refused = register(",'client_certificate':" + certificate);
            refused.assertError(400, code(fault), fault.substring(fault.indexOf(' ') + 1));
            assertThat(refused.text()).doesNotContain("hunter2").doesNotContain(key);
        });
        register(",'client_certificate':"
                        + certificate(until(NOW.toString())).replaceFirst("^\\{'client_certificate':(.*)}$", "$1"))
                .assertError(400, "invalid_field", "certificate");
        assertThat(world.webhooks.all()).isEmpty();
    }

    private static String code(String fault) {
        return fault.substring(0, fault.indexOf(' '));
    }

    private ApiResponse certified() {
        return registerWith("{'url':'https://example.com/hook','types':['*'],"
                + certificate(OWN, CLINIC).substring(1));
    }

    private static HeldCertificate until(String end) {
        return new HeldCertificate.Builder()
                .signedBy(CLINIC)
                .commonName("schedule-events")
                .validityInterval(
                        Instant.parse("2026-01-01T00:00:00Z").toEpochMilli(),
                        Instant.parse(end).truncatedTo(ChronoUnit.SECONDS).toEpochMilli())
                .build();
    }

    /** A body that sets a certificate. */
    private static String certificate(HeldCertificate own, HeldCertificate... issuers) {
        String chain = Stream.concat(Stream.of(own), Stream.of(issuers))
                .map(HeldCertificate::certificatePem)
                .collect(Collectors.joining());
        return "{'client_certificate':{'certificate':" + text(chain) + ",'private_key':"
                + text(own.privateKeyPkcs8Pem()) + "}}";
    }

    private static String text(String pem) {
        return "'" + pem.replace("\n", "\\n") + "'";
    }

    private ClientCertificate certificate() {
        Webhook stored = world.webhooks.all().getFirst();
        return world.vault.open(
                stored.account(), stored.id(), stored.settings().certificate().orElseThrow());
    }

    @Test
    void takesOneAuthorizationAlone() {
        String id = id(register(AUTH));
        patch(Callers.FULL, id, "{'headers':{'AUTHORIZATION':'Basic x'}}").assertError(400, "invalid_field", "auth");
        assertThat(patch(Callers.FULL, id, "{'headers':{'Authorization':'Basic x'},'auth':null}")
                        .status())
                .isEqualTo(200);
        patchAs("application/merge-patch+json", id, quoted("{" + AUTH.substring(1) + "}"))
                .assertError(400, "invalid_field", "auth");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'url':'https://example.com/hook','types':['appointment.cancelled']}",
                "{'url':'https://example.com/hook','types':['*'],'auth':{'type':'oauth2','token_url':'https://auth.example.com/token',"
                        + "'client_id':'id','client_secret':'hunter2','scopes':['a'],'audience':'b'}}",
                "{'url':'https://example.com/hook','types':['*'],'clinic_ids':['cln_oldtown','cln_harbour'],'description':'Desk',"
                        + "'filter':{'provider_id':['prv_1']},'headers':{'X-Key':'hunter2'},'capture_responses':true,"
                        + "'payload':'thin','max_per_second':5,'notify':{'email':'desk@clinic.example','without':['recovered']}}",
                "{'mode':'pull','types':['offer.created'],'clinic_id':'cln_harbour'}",
                "{'destination':{'type':'sqs','queue_url':'https://sqs.eu-central-1.amazonaws.com/123456789012/events',"
                        + "'role_arn':'arn:aws:iam::123456789012:role/events'},'types':['*'],'ordering':'appointment'}",
            })
    void takesAWebhookBackAsItWasShown(String registration) {
        String id = id(registerWith(registration));
        JsonNode shown = shown(id);

        assertThat(patch(Callers.FULL, id, shown.toString()).json()).isEqualTo(shown);
        assertThat(patchAs("application/merge-patch+json", id, shown.toString()).json())
                .isEqualTo(shown);
        ObjectNode edited = shown.deepCopy();
        edited.put("description", "Front desk").put("status", "disabled").put("id", "whk_other");
        edited.putNull("health").putNull("created_at");
        ApiResponse changed = patch(Callers.FULL, id, edited.toString());
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json()).isEqualTo(((ObjectNode) shown.deepCopy()).put("description", "Front desk"));
        patch(Callers.FULL, id, edited.put("secret", "whsec_x").toString()).assertError(400, "unknown_field", "secret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'filter':{'recoverable':[true]}} | {'recoverable':[true]} | {'provider_id':['prv_1'],'recoverable':[true]}",
                "{'filter':{'provider_id':['prv_2']}} | {'provider_id':['prv_2']} | {'provider_id':['prv_2']}",
                "{'filter':{'provider_id':null,'recoverable':[true]}} |  | {'recoverable':[true]}",
                "{'filter':{'provider_id':null}} |  | ",
                "{'filter':null} | null | null",
                "{'description':'x'} | {'provider_id':['prv_1']} | {'provider_id':['prv_1']}",
            })
    void aMergePatchChangesMembersOfAFilter(String change, @Nullable String replaced, @Nullable String merged) {
        for (String type : List.of("application/json", "application/merge-patch+json")) {
            String id = id(registerWith("{'url':'https://example.com/hook','types':['appointment.cancelled'],"
                    + "'filter':{'provider_id':['prv_1']}}"));
            ApiResponse changed = patchAs(type, id, change);
            String expected = type.equals("application/json") ? replaced : merged;
            if (expected == null) {
                changed.assertError(400, "invalid_field", "filter");
            } else {
                assertThat(changed.status()).as(changed.text()).isEqualTo(200);
                assertThat(
                                changed.json().path("filter").isObject()
                                        ? changed.json().path("filter").toString()
                                        : "null")
                        .isEqualTo(quoted(expected));
            }
        }
    }

    @Test
    void aMergePatchChangesMembersOfNotify() {
        String id = id(register(",'notify':{'email':'desk@clinic.example','without':['recovered']}"));
        ApiResponse changed = patchAs("application/merge-patch+json", id, "{'notify':{'without':null}}");
        assertThat(changed.json().get("notify").get("email").asText()).isEqualTo("desk@clinic.example");
        assertThat(changed.json().at("/notify/without")).isEmpty();
        patch(Callers.FULL, id, "{'notify':{'without':[]}}").assertError(400, "invalid_field", "email");
    }

    /** Of which each needs a request of its own otherwise. */
    @Test
    void listsAllThatIsWrongWithSettings() {
        String wrong = "{'colour':1,'url':'http://example.com/','types':['offer.made'],'headers':{},'clinic_id':7,"
                + "'max_per_second':0,'filter':{'x':[1]},'capture_responses':'yes','payload':'slim','notify':{}}";
        List<String> params = List.of(
                "colour",
                "url",
                "headers",
                "types",
                "clinic_id",
                "max_per_second",
                "capture_responses",
                "payload",
                "email");
        String id = id(register(""));
        for (ApiResponse refused : List.of(registerWith(wrong), patch(Callers.FULL, id, wrong))) {
            refused.assertError(400, "unknown_field", "colour");
            assertThat(refused.json().at("/error/errors").findValuesAsText("param"))
                    .isEqualTo(params);
        }
    }

    /** What one part has several of. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'mode':'pull','types':['*'],'url':'https://example.com/','headers':{'A':'b'},'max_per_second':5,'capture_responses':true}"
                        + " | url headers capture_responses max_per_second",
                "{'clinic_id':7,'clinic_ids':'x'} | clinic_id clinic_ids",
                "{'clinic_id':7,'clinic_ids':['cln_harbour']} | clinic_id clinic_ids",
                "{'filter':{'x':[1],'provider_id':7,'recoverable':[true]}} | filter filter",
                "{'headers':{'Host':'a','X-Key':7,'x-key':'b'}} | headers headers headers",
                "{'headers':{'Host':' a'}} | headers headers",
                "{'notify':{'email':7,'without':'slow','more':1}} | more email without",
            })
    void listsAllThatIsWrongWithOneSetting(String wrong, String params) {
        String whole = wrong.contains("mode")
                ? wrong
                : wrong.replaceFirst("\\{", "{'url':'https://example.com/','types':['appointment.cancelled'],");
        ApiResponse refused = registerWith(whole);
        JsonNode errors = refused.json().at("/error/errors");
        assertThat(errors.findValuesAsText("param")).as(refused.text()).containsExactly(params.split(" "));
        assertThat(errors).extracting(JsonNode::toString).doesNotHaveDuplicates();
        String id = id(wrong.contains("mode") ? registerWith("{'mode':'pull','types':['*']}") : register(""));
        assertThat(patch(Callers.FULL, id, whole).json().at("/error/errors")).isEqualTo(errors);
    }

    @Test
    void payloadIsFullUnlessTheOwnerWantsItThin() {
        String id = id(register(""));
        assertThat(shown(id).get("payload").textValue()).isEqualTo("full");

        for (String wrong : List.of("'Thin'", "'snapshot'", "''", "true", "['thin']")) {
            patch(Callers.FULL, id, "{'payload':" + wrong + "}").assertError(400, "invalid_field", "payload");
            register(",'payload':" + wrong).assertError(400, "invalid_field", "payload");
        }
        assertThat(patch(Callers.FULL, id, "{'payload':'thin'}")
                        .json()
                        .get("payload")
                        .textValue())
                .isEqualTo("thin");
        patch(Callers.FULL, id, "{'description':'Desk'}");
        assertThat(shown(id).get("payload").textValue()).isEqualTo("thin");
        for (String type : List.of("application/json", "application/merge-patch+json")) {
            assertThat(patchAs(type, id, "{'payload':'thin'}")
                            .json()
                            .get("payload")
                            .textValue())
                    .isEqualTo("thin");
            assertThat(patchAs(type, id, "{'payload':null}")
                            .json()
                            .get("payload")
                            .textValue())
                    .isEqualTo("full");
        }
        assertThat(registerWith("{'mode':'pull','types':['*'],'payload':'thin'}")
                        .json()
                        .get("payload")
                        .textValue())
                .isEqualTo("thin");
    }

    @Test
    void nullOfAMergePatchLeavesWhatAWebhookHasWithoutTheSetting() {
        String id = id(register(",'capture_responses':true"));
        patch(Callers.FULL, id, "{'capture_responses':null}").assertError(400, "invalid_field", "capture_responses");
        ApiResponse changed = patchAs("application/merge-patch+json", id, "{'capture_responses':null}");
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().get("capture_responses").booleanValue()).isFalse();
        for (String required : List.of("url", "types")) {
            patchAs("application/merge-patch+json", id, "{'" + required + "':null}")
                    .assertError(400, "invalid_field", required);
        }
    }

    private JsonNode shown(String id) {
        return world.send(
                        NOW,
                        ApiRequest.of(Callers.FULL, "GET", "/webhooks/{webhook_id}")
                                .path("webhook_id", id))
                .json();
    }

    private ApiResponse patchAs(String type, String id, String change) {
        return world.send(
                NOW,
                ApiRequest.of(Callers.FULL, "PATCH", "/webhooks/{webhook_id}")
                        .path("webhook_id", id)
                        .header("Content-Type", type)
                        .body(quoted(change), false));
    }

    private ApiResponse register(String settings) {
        return world.send(
                NOW, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(quoted(CANCELLED.formatted(settings))));
    }

    private ApiResponse registerWith(String body) {
        return world.send(NOW, ApiRequest.of(Callers.FULL, "POST", "/webhooks").json(quoted(body)));
    }

    private ApiResponse patch(Caller caller, String id, String change) {
        return world.send(
                NOW,
                ApiRequest.of(caller, "PATCH", "/webhooks/{webhook_id}")
                        .path("webhook_id", id)
                        .json(quoted(change)));
    }

    private Map<String, String> headers() {
        Webhook stored = world.webhooks.all().getFirst();
        return world.vault
                .open(stored.account(), stored.id(), stored.settings().headers().orElseThrow())
                .values();
    }

    private String secret() {
        Webhook stored = world.webhooks.all().getFirst();
        return world.vault
                .open(stored.account(), stored.id(), stored.settings().auth().orElseThrow())
                .secret();
    }

    private static String id(ApiResponse made) {
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.json().get("id").asText();
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }
}
