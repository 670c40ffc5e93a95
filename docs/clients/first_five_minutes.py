"""The first five minutes with the API, with the client for Python. docs/clients.md says how to run it."""

import datetime
import os
import time

from schedule_events import AccountApi, ApiClient, ApiException, Configuration, DeliveriesApi, EventsApi, WebhooksApi
from schedule_events.models import Actor, ApiKeyRequest, AppointmentCancelledDraft, Error, EventDraft, ReplayRequest, Scope
from schedule_events.models import WebhookRequest

client = ApiClient(Configuration(host=os.environ["API"], access_token=os.environ["KEY"]))
account, events, webhooks, deliveries = AccountApi(client), EventsApi(client), WebhooksApi(client), DeliveriesApi(client)
began = datetime.datetime.now(datetime.timezone.utc)


def cancelled(clinic):
    return EventDraft(
        AppointmentCancelledDraft(
            type="appointment.cancelled",
            clinic_id=clinic,
            appointment_id="apt_5512",
            provider_id="prv_22",
            starts_at=began + datetime.timedelta(days=7),
            duration_minutes=30,
            recoverable=True,
            cancelled_by=Actor.PATIENT,
        )
    )


webhook = webhooks.create_webhook(WebhookRequest(url=os.environ["RECEIVER"], types=["*"], description="Python"))
print("registered", webhook.id, "with its secret" if webhook.secret else "")

event = events.record_event(cancelled("cln_harbour"), idempotency_key=webhook.id)
print("recorded", event.type)

feed = [one.id for one in events.list_events(limit=100).data]
print("in the feed" if event.id in feed else "not in the feed")


def delivery():
    return next((one for one in deliveries.list_deliveries(webhook.id).data if one.event_id == event.id), None)


deadline = time.monotonic() + 120
while (found := delivery()) is None or found.status == "pending":
    assert time.monotonic() < deadline, "no delivery"
    time.sleep(0.2)
attempt = deliveries.get_delivery(webhook.id, event.id).attempts[-1]
print("delivery", found.status, "with", attempt.status_code)

estimate = deliveries.start_replay(webhook.id, ReplayRequest(since=began - datetime.timedelta(minutes=5), dry_run=True))
print("a replay would send it again" if estimate.dry_run and estimate.events_matching else "nothing to replay")

issued = account.create_api_key(ApiKeyRequest(description="Python", scopes=[Scope.EVENTS_COLON_READ], clinic_ids=None))
print("issued a key for", issued.clinic_ids or "all clinics")
account.revoke_api_key(issued.id)

webhooks.delete_webhook(webhook.id)
try:
    webhooks.get_webhook(webhook.id)
except ApiException as refused:
    assert isinstance(refused.data, Error)
    print("deleted:", refused.status, refused.data.error.code)

try:
    events.record_event(cancelled("cln_elsewhere"))
except ApiException as refused:
    print("refused:", refused.status, refused.data.error.code, refused.data.error.param)
