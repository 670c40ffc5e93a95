"""Reads responses of a later version of the service, with what it may have added, with the client of openapi-python-client."""

import datetime
import os

from schedule import AuthenticatedClient
from schedule.api.account import get_account
from schedule.api.deliveries import list_deliveries
from schedule.api.events import list_event_types, list_events, record_event, record_events
from schedule.api.webhooks import get_webhook
from schedule.models import Actor, AppointmentCancelledDraft, Batch, BatchItem

client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["KEY"])

page = list_events.sync(client=client)
feed = page.data
while page.has_more:
    page = list_events.sync(client=client, starting_after=page.next_cursor)
    feed += page.data
later, cancelled = feed
print("event", later.type_, later.clinic_id, later.created_at.year)
print("event", cancelled.type_, cancelled.cancelled_by, cancelled.starts_at.year)

webhook = get_webhook.sync("whk_1", client=client)
print("webhook", webhook.status, webhook.mode, webhook.disabled_reason, webhook.health.circuit, *webhook.types)

delivery = list_deliveries.sync("whk_1", client=client).data[0]
print("delivery", delivery.status, delivery.event_type, delivery.last_outcome)

print("scopes", *get_account.sync(client=client).api_key.scopes)
print("event type", list_event_types.sync(client=client).data[0].name)

draft = AppointmentCancelledDraft(
    type_="appointment.cancelled",
    clinic_id="cln_harbour",
    appointment_id="apt_1",
    provider_id="prv_1",
    starts_at=datetime.datetime(2026, 11, 21, 9, 30, tzinfo=datetime.timezone.utc),
    duration_minutes=30,
    recoverable=True,
    cancelled_by=Actor.PATIENT,
)
refused = record_event.sync_detailed(client=client, body=draft)
print("error", refused.status_code.value, refused.parsed.error.type_, refused.parsed.error.code)

for key in "rejected", "refused":
    rejected = record_events.sync_detailed(client=client, body=Batch(data=[BatchItem(idempotency_key=key, event=draft)]))
    status, batch = rejected.status_code.value, rejected.parsed
    if batch.data:
        item = batch.data[0]
        print("batch", status, "of which", batch.failed_count, "failed:", item.status, item.error.type_, item.error.code)
    else:
        print("batch", status, batch.error.type_, batch.error.code)
