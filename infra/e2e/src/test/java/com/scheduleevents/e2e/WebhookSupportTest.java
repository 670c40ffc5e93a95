package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the operator's commands on webhooks on a running cloud. */
@RequiresCapability(SharedClouds.STANDARD)
class WebhookSupportTest {

    private static final String ALWAYS_503 = "\"do\":\"status\",\"status\":503";
    private static final String ALWAYS_200 = "\"do\":\"status\",\"status\":200";
    private static final String CLINIC = "cln_supported";

    private OperatorCalls operator = new OperatorCalls(Path.of(""));

    @BeforeEach
    void find(StackAccess stack) {
        operator = stack.operator();
    }

    /** An account of one test, so that no other test's events reach its webhooks. */
    private record Supported(String id, ApiClientAccount owner) {}

    private Supported account(Target target) {
        String id = HttpsClient.parsed(operator.run(
                        "account",
                        "open",
                        "--email",
                        "owner@support.example",
                        "--name",
                        "Supported",
                        "--clinic",
                        CLINIC,
                        "--json"))
                .path("account")
                .asText();
        String key = HttpsClient.parsed(operator.run(
                        "key",
                        "issue",
                        id,
                        "--all-clinics",
                        "--scope",
                        "events:write,webhooks:read,webhooks:write",
                        "--json"))
                .path("secret")
                .asText();
        return new Supported(id, target.withKey(key));
    }

    @Test
    void supportSeesWhyADeliveryFailedAndSendsItAgain(Target target) {
        Supported account = account(target);
        ReceiverInbox inbox = ReceiverInbox.open(target, account.owner(), "supported", List.of("*"), CLINIC)
                .order(ALWAYS_503);
        String webhook = inbox.webhook();
        String event = account.owner().record(ChangeSamples.cancelled(CLINIC, "prv_supported"));
        Await.await("a failed attempt")
                .until(() -> attempts(account.id(), webhook, event).contains("503"));

        assertThat(operator.run("webhook", "list", account.id()))
                .contains(webhook, "localhost", "all", CLINIC, "active")
                .doesNotContain("/hooks/");
        assertThat(operator.run("webhook", "show", account.id(), webhook))
                .containsPattern("circuit +closed")
                .containsPattern("backlog +0")
                .doesNotContain("/hooks/", "whsec_");
        assertThat(operator.run("webhook", "deliveries", account.id(), webhook, "--json"))
                .contains(event, "\"last_status\" : \"503\"")
                .doesNotContain("prv_supported");

        inbox.order(ALWAYS_200);
        operator.run("webhook", "redeliver", account.id(), webhook, event);
        Await.await("the delivery").until(() -> inbox.accepted(event));
        Await.await("the log")
                .until(() -> operator.run("webhook", "deliveries", account.id(), webhook, "--status", "succeeded")
                        .contains(event));
        assertThat(attempts(account.id(), webhook, event)).containsPattern("\n2 +1 .* succeeded +200");
        assertThat(operator.run("webhook", "deliveries", account.id(), webhook, "--since", "2099-01-01T00:00:00Z"))
                .contains("No deliveries.");
    }

    @Test
    void disabledWebhookGetsNothingUntilItIsEnabled(Target target) {
        Supported account = account(target);
        ReceiverInbox inbox = ReceiverInbox.open(target, account.owner(), "paused", List.of("*"));
        String webhook = inbox.webhook();
        String before = account.owner().record(ChangeSamples.cancelled(CLINIC, "prv_paused"));
        Await.await("the delivery").until(() -> inbox.accepted(before));

        operator.run("webhook", "disable", account.id(), webhook);
        assertThat(operator.run("webhook", "disable", account.id(), webhook)).contains("disabled: requested");
        assertThat(account.owner().webhook(webhook).path("status").asText()).isEqualTo("disabled");
        assertThat(operator.execute("webhook", "redeliver", account.id(), webhook, before)
                        .err())
                .contains("is disabled");

        assertThat(operator.run("webhook", "enable", account.id(), webhook)).containsPattern("status +active");
        String after = account.owner().record(ChangeSamples.cancelled(CLINIC, "prv_paused"));
        Await.await("the delivery").until(() -> inbox.accepted(after));
        assertThat(inbox.deliveriesOf(before)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "webhook list acc_nobody                         | 1 | There is no account acc_nobody.",
                "webhook show acc_demo whk_nothing               | 1 | The account acc_demo has no webhook whk_nothing",
                "webhook enable acc_other whk_nothing            | 1 | The account acc_other has no webhook",
                "webhook disable acc_demo nothing                | 2 | is not a webhook: whk_",
                "webhook deliveries acc_demo                     | 2 | WEBHOOK",
                "webhook deliveries acc_demo whk_1 --status late | 2 | is not a status; there are pending",
                "webhook deliveries acc_demo whk_1 --limit 0     | 2 | --limit is 1 to 1000",
                "webhook redeliver acc_demo whk_1 later          | 2 | is not the id of an event",
            })
    void invalidCommandFailsWithOneSentence(String arguments, int status, String sentence) {
        OperatorCalls.Ran ran = operator.execute(arguments.strip().split(" +"));
        assertThat(ran.status()).as(ran.err()).isEqualTo(status);
        assertThat(ran.err().strip()).contains(sentence).doesNotContain("\n", "Exception");
    }

    private String attempts(String account, String webhook, String event) {
        OperatorCalls.Ran ran = operator.execute("webhook", "deliveries", account, webhook, event);
        return ran.status() == 0 ? ran.out() : "";
    }
}
