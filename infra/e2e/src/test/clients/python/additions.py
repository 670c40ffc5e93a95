"""Reads responses of a later version of the service, with what it may have added."""

import os

from schedule_events import AccountApi, ApiClient, ApiException, Configuration, DeliveriesApi, EventsApi, WebhooksApi
from schedule_events.models import Actor, AppointmentCancelledDraft, Batch, BatchItem, EventDraft

client = ApiClient(Configuration(host=os.environ["API"], access_token=os.environ["KEY"]))
account, events, webhooks, deliveries = AccountApi(client), EventsApi(client), WebhooksApi(client), DeliveriesApi(client)

page = events.list_events()
feed = page.data
while page.has_more:
    page = events.list_events(starting_after=page.next_cursor)
    feed += page.data
later, cancelled = feed
print("event", later.type, later.clinic_id, later.created_at.year)
print("event", cancelled.type, cancelled.cancelled_by, cancelled.starts_at.year)

webhook = webhooks.get_webhook("whk_1")
print("webhook", webhook.status, webhook.mode, webhook.disabled_reason, webhook.health.circuit, *webhook.types)

delivery = deliveries.list_deliveries("whk_1").data[0]
print("delivery", delivery.status, delivery.event_type, delivery.last_outcome)

print("scopes", *account.get_account().api_key.scopes)
print("event type", events.list_event_types().data[0].name)

draft = AppointmentCancelledDraft(
    type="appointment.cancelled",
    clinic_id="cln_harbour",
    appointment_id="apt_1",
    provider_id="prv_1",
    starts_at="2026-11-21T09:30:00Z",
    duration_minutes=30,
    recoverable=True,
    cancelled_by=Actor.PATIENT,
)
try:
    events.record_event(EventDraft(draft))
except ApiException as refused:
    print("error", refused.status, refused.data.error.type, refused.data.error.code)

for key in "rejected", "refused":
    try:
        events.record_events(Batch(data=[BatchItem(idempotency_key=key, event=EventDraft(draft))]))
    except ApiException as refused:
        batch = refused.data
        if batch.data:
            item = batch.data[0]
            print("batch", refused.status, "of which", batch.failed_count, "failed:", item.status, item.error.type, item.error.code)
        else:
            print("batch", refused.status, batch.error.type, batch.error.code)
