package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import org.junit.jupiter.api.Test;

/** A webhook that gets the events of each appointment in their order. */
@RequiresCapability(SharedClouds.COMPRESSED)
class OrderPerAppointmentTest {

    private static final String FAILS_ONCE = "\"do\":\"status\",\"status\":500,\"times\":1";

    /** No function has asked before whether the order of this account's events matters. */
    @Test
    void laterEventWaitsForTheRetryOfAnEarlierOne(StackAccess stack, Target target) {
        ClinicId clinic = new ClinicId("cln_ordering");
        ApiClientAccount tenant = new TenantOperations(stack, target).open(new AccountId("acc_ordering"), clinic);
        HttpsResponse registered =
                tenant.post("/v1/webhooks", """
                {"url":"%s","types":["*"],"ordering":"appointment"}""".formatted(target.receiver().resolve("/hooks/ordering")));
        assertThat(registered.status()).as(registered.text()).isEqualTo(201);
        assertThat(registered.json().path("ordering").asText()).isEqualTo("appointment");
        ReceiverInbox inbox = ReceiverInbox.at(
                        target, "ordering", registered.json().path("id").asText())
                .order(FAILS_ONCE);

        String first = tenant.record(ChangeSamples.of("appointment.booked", clinic.value(), "prv_ordering"));
        Await.await("a failed attempt")
                .until(() -> !tenant.attempts(inbox.webhook(), first).isEmpty());
        String second = tenant.record(ChangeSamples.of("appointment.confirmed", clinic.value(), "prv_ordering"));

        Await.await("the second event").until(() -> inbox.accepted(second));
        assertThat(inbox.deliveries().stream().filter(InboxDelivery::accepted).map(InboxDelivery::event))
                .containsExactly(first, second);
        inbox.delete(tenant);
    }
}
