package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import org.junit.jupiter.api.Test;

/** A webhook that gets the events of each appointment in their order. */
@RequiresCapability(SharedClouds.COMPRESSED)
class OrderPerAppointmentTest {

    private static final String FAILS = "\"do\":\"status\",\"status\":500";

    /** No function has asked before whether the order of this account's events matters. */
    @Test
    void laterEventWaitsForTheRetryOfAnEarlierOne(StackAccess stack, Target target) {
        ClinicId clinic = new ClinicId("cln_ordering");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(new AccountId("acc_ordering"), clinic);
        ReceiverInbox inbox = open(target, tenant, "ordering").order(FAILS);

        String first = tenant.record(ChangeSamples.of("appointment.booked", clinic.value(), "prv_ordering"));
        Await.await("a failed attempt")
                .until(() -> !tenant.attempts(inbox.webhook(), first).isEmpty());
        String second = tenant.record(ChangeSamples.of("appointment.confirmed", clinic.value(), "prv_ordering"));
        Await.await("the second event to say for what it waits").until(() -> delivery(tenant, inbox, second)
                .path("waiting_for")
                .asText()
                .equals(first));
        inbox.order("\"do\":\"status\",\"status\":204");

        Await.await("the second event").until(() -> inbox.accepted(second));
        assertThat(inbox.deliveries().stream()
                        .filter(InboxDelivery::accepted)
                        .map(InboxDelivery::event)
                        .distinct())
                .containsExactly(first, second);
        assertThat(delivery(tenant, inbox, first).path("waiting_for").isNull()).isTrue();
        inbox.delete(tenant);
    }

    /** Whether it was ever sent to this webhook, nobody knows. */
    @Test
    void whatWasRecordedBeforeTheOrderBeganIsNotWaitedFor(StackAccess stack, Target target) {
        ClinicId clinic = new ClinicId("cln_order_begins");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(new AccountId("acc_order_begins"), clinic);
        ReceiverInbox earlier = open(target, tenant, "order-before");
        String before = tenant.record(ChangeSamples.of("appointment.booked", clinic.value(), "prv_order_begins"));
        Await.await("the first event").until(() -> earlier.accepted(before));
        ReceiverInbox inbox = open(target, tenant, "order-after");

        String after = tenant.record(ChangeSamples.of("appointment.confirmed", clinic.value(), "prv_order_begins"));

        Await.await("the second event").until(() -> inbox.accepted(after));
        assertThat(inbox.deliveriesOf(before)).isEmpty();
        earlier.delete(tenant);
        inbox.delete(tenant);
    }

    private static ReceiverInbox open(Target target, ApiClientAccount tenant, String name) {
        HttpsResponse registered =
                tenant.post("/v1/webhooks", """
                {"url":"%s","types":["*"],"ordering":"appointment"}""".formatted(target.receiver().resolve("/hooks/" + name)));
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);
        assertThat(registered.json().path("ordering").asText()).isEqualTo("appointment");
        return ReceiverInbox.at(target, name, registered.json().path("id").asText());
    }

    private static JsonNode delivery(ApiClientAccount tenant, ReceiverInbox inbox, String event) {
        return tenant.get("/v1/webhooks/" + inbox.webhook() + "/deliveries/" + event)
                .json();
    }
}
