package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.delivery.notifier.MailBrand;
import com.scheduleevents.delivery.notifier.MailComposer;
import com.scheduleevents.delivery.notifier.ServiceTimes;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Tests that the commands in every e-mail do what the e-mail says when pasted into a shell. */
@RequiresCapability(SharedClouds.STANDARD)
class MailCommandsTest {

    private static final LastFailure LAST = new LastFailure(OutcomeClass.STATUS, OptionalInt.of(500));
    private static final ServiceTimes TIMES =
            new ServiceTimes(Duration.ofDays(90), Duration.ofHours(24), Duration.ofSeconds(5));

    @Test
    void commandsOfEveryMailWorkAsPasted(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "pasted", List.of("appointment.confirmed"), "cln_station")
                .order("\"do\":\"status\",\"status\":500");
        String event = target.account().record(ChangeSamples.of("appointment.confirmed", "cln_station", "prv_pasted"));
        Await.await("a failed attempt in the log")
                .until(() -> !target.account().attempts(inbox.webhook(), event).isEmpty());
        Instant now = Instant.now();
        About about = new About(
                new AccountId("acc_any"),
                new WebhookId(inbox.webhook()),
                1,
                "localhost",
                Optional.empty(),
                Optional.empty());

        List<JsonNode> warning = run(target, new Notice.Warning(about, now, 12, LAST), Map.of("EVENT_ID", event));
        assertThat(warning.get(0).path("data").findValuesAsText("event_id")).contains(event);
        assertThat(warning.get(1).path("status").asText()).isEqualTo("dismissed");

        String other = target.account().record(ChangeSamples.of("appointment.confirmed", "cln_station", "prv_pasted"));
        Await.await("another failed attempt in the log")
                .until(() -> !target.account().attempts(inbox.webhook(), other).isEmpty());
        RejectedEvent refusal = new RejectedEvent(new EventId(other), now, 6, LAST, now);
        List<JsonNode> refused = run(target, new Notice.Refused(about, refusal), Map.of());
        assertThat(refused.get(0).path("data").findValuesAsText("event_id")).contains(other);
        assertThat(refused.get(1).path("status").asText()).isEqualTo("dismissed");

        List<JsonNode> recovered = run(target, new Notice.Recovered(about, now, now, 12, LAST), Map.of());
        assertThat(recovered)
                .singleElement()
                .extracting(page -> page.path("data").size())
                .isEqualTo(0);

        String url = "https://localhost:" + target.receiver().getPort() + "/hooks/right";
        List<JsonNode> changed = run(target, new Notice.UrlChanged(about, 2, now, "old.example"), Map.of("URL", url));
        assertThat(changed.get(0).path("status").asText()).isEqualTo("disabled");
        assertThat(changed.get(1).path("data").findValuesAsText("id")).contains(inbox.webhook());
        assertThat(changed.get(2).path("url").asText()).isEqualTo(url);
        assertThat(changed.get(3).path("status").asText()).isEqualTo("active");

        String pulled = target.account()
                .post("/v1/webhooks", "{\"mode\":\"pull\",\"types\":[\"offer.expired\"]}")
                .json()
                .path("id")
                .asText();
        About aboutPulled = new About(
                new AccountId("acc_any"), new WebhookId(pulled), 1, About.PULLED, Optional.empty(), Optional.empty());
        target.account().post("/v1/webhooks/" + pulled + "/ping", "");
        Await.await("the ping in the queue")
                .until(() ->
                        target.account().webhook(pulled).at("/health/backlog").asInt() == 1);
        List<JsonNode> unpulled = run(target, new Notice.Unpulled(aboutPulled, now, Optional.empty()), Map.of());
        assertThat(unpulled.get(0).path("backlog").asInt()).isEqualTo(1);
        assertThat(unpulled.get(1).findValuesAsText("receipt")).hasSize(1);
        target.account().delete("/v1/webhooks/" + pulled);

        target.account().post("/v1/webhooks/" + inbox.webhook() + "/disable", "");
        RetriesExhausted why = new RetriesExhausted(
                now, new EventId(event), now.minus(Duration.ofDays(1)), 11, LAST.outcome(), LAST.status());
        List<JsonNode> disabled = run(target, new Notice.Disabled(about, why), Map.of());
        assertThat(disabled.get(0).path("status").asText()).isEqualTo("active");
    }

    private static List<JsonNode> run(Target target, Notice.OfWebhook notice, Map<String, String> variables) {
        MailComposer mails = new MailComposer(target.api().toString().replaceAll("/$", ""), TIMES, MailBrand.NONE);
        List<PastedCommand> commands =
                PastedCommand.from(mails.write(List.of("owner@example.com"), notice, 0, Optional.empty())
                        .text());
        assertThat(commands).isNotEmpty();
        return commands.stream().map(command -> command.run(target, variables)).toList();
    }
}
