"""The first five minutes with the API, with the client for Python. docs/clients.md says how to run it."""

import datetime
import os
import time
import uuid

from schedule_events import AccountApi, ApiClient, ApiException, Configuration, DeliveriesApi, EventsApi, WebhooksApi
from schedule_events.models import Actor, ApiKeyRequest, AppointmentCancelledDraft, Error, EventDraft, ReplayRequest, Scope
from schedule_events.models import WebhookChange, WebhookRequest

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


def new_key():
    return str(uuid.uuid4())


def described(version):
    """Changes the version of the webhook that was read."""
    change = WebhookChange.from_dict(version.data.to_dict() | {"description": "Front desk"})
    return webhooks.update_webhook(webhook.id, change, if_match=version.headers["ETag"])


# The same request with the same key registers once, so it can be repeated if the response was lost.
registration, key = WebhookRequest(url=os.environ["RECEIVER"], types=["*"], description="Python"), new_key()
webhook = webhooks.create_webhook(registration, idempotency_key=key)
print("registered", webhook.id, "with its secret" if webhook.secret else "")
repeated = webhooks.create_webhook(registration, idempotency_key=key)
print("the same again" if (repeated.id, repeated.secret) == (webhook.id, webhook.secret) else "another webhook")

# A change names the version that it is made to. Somebody else changes the webhook in between.
read = webhooks.get_webhook_with_http_info(webhook.id)
webhooks.update_webhook(webhook.id, WebhookChange(max_per_second=100))
try:
    described(read)
except ApiException as refused:
    print("changed meanwhile:", refused.status, refused.data.error.code)
edited = described(webhooks.get_webhook_with_http_info(webhook.id))
print("changed to", edited.description, "with at most", edited.max_per_second, "a second")

event = events.record_event(cancelled("cln_harbour"), idempotency_key=new_key())
print("recorded", event.type)

# A page can be empty although the list goes on.
page = events.list_events(limit=1)
feed = page.data
while page.has_more:
    page = events.list_events(limit=1, starting_after=page.next_cursor)
    feed += page.data
print("in the feed" if event.id in [one.id for one in feed] else "not in the feed", "since", feed[-1].type)


def delivery():
    return next((one for one in deliveries.list_deliveries(webhook.id).data if one.event_id == event.id), None)


deadline = time.monotonic() + 120
while (found := delivery()) is None or found.status == "pending":
    assert time.monotonic() < deadline, "no delivery"
    time.sleep(0.2)
attempt = deliveries.get_delivery(webhook.id, event.id).attempts[-1]
print("delivery", found.status, "with", attempt.status_code)

range_of_time = ReplayRequest(since=began - datetime.timedelta(minutes=5), dry_run=True)
estimate = deliveries.start_replay(webhook.id, range_of_time, idempotency_key=new_key())
print("a replay would send it again" if estimate.dry_run and estimate.events_matching else "nothing to replay")

wanted = ApiKeyRequest(description="Python", scopes=[Scope.EVENTS_COLON_READ], clinic_ids=None)
issued = account.create_api_key(wanted, idempotency_key=new_key())
print("issued a key for", issued.clinic_ids or "all clinics")
account.revoke_api_key(issued.id)

webhooks.delete_webhook(webhook.id)
try:
    webhooks.get_webhook(webhook.id)
except ApiException as refused:
    assert isinstance(refused.data, Error)
    print("deleted:", refused.status, refused.data.error.code)

try:
    events.record_event(cancelled("cln_elsewhere"), idempotency_key=new_key())
except ApiException as refused:
    print("refused:", refused.status, refused.data.error.code, refused.data.error.param)
