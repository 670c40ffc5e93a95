"""The README's first five minutes, with a client that openapi-python-client generated from docs/openapi.yaml.

Run it from the project's root while the local cloud runs; docs/contract.md says how. The demo receiver is not part of the API,
so it is called without the client.
"""

import datetime
import json
import pathlib
import ssl
import time
import urllib.request

from schedule_events import AuthenticatedClient
from schedule_events.api.account import get_account
from schedule_events.api.events import get_event, list_event_types, list_events, record_event
from schedule_events.api.webhooks import create_webhook, delete_webhook, enable_webhook, get_webhook, list_webhooks
from schedule_events.models import (
    Actor,
    AppointmentCancelled,
    AppointmentCancelledDraft,
    Error,
    NewWebhook,
    WebhookRequest,
)

cloud = json.loads(pathlib.Path("target/local-cloud.json").read_text())
client = AuthenticatedClient(base_url=cloud["api_url"], token=cloud["api_key"])
trust = ssl.create_default_context(cafile=cloud["ca_certificate"])


def receiver(method, path, body=None):
    request = urllib.request.Request(cloud["receiver_url"] + path, method=method, data=body and json.dumps(body).encode())
    with urllib.request.urlopen(request, context=trust) as response:
        return response.read().decode()


def cancelled(appointment):
    return AppointmentCancelledDraft(
        type_="appointment.cancelled",
        clinic_id="cln_oldtown",
        appointment_id=appointment,
        provider_id="prv_22",
        starts_at=datetime.datetime(2026, 12, 1, 9, 30, tzinfo=datetime.timezone.utc),
        duration_minutes=30,
        recoverable=True,
        cancelled_by=Actor.PATIENT,
    )


def step(text, holds):
    print("ok  " if holds else "BAD ", text)
    assert holds, text


account = get_account.sync(client=client)
step(f"the key is {account.name}'s", account.clinic_ids)
types = list_event_types.sync(client=client).data
step("there are ten event types, and four operational ones", len(types) == 14)

inbox = f"client{time.time_ns()}"
webhook = create_webhook.sync(
    client=client,
    body=WebhookRequest(url=f"{cloud['receiver_url']}/hooks/{inbox}", types=["*"], description="Front desk"),
)
step("a webhook is registered, with its secret", isinstance(webhook, NewWebhook) and webhook.secret.startswith("whsec_"))
receiver("PUT", f"/secrets/{inbox}", {"secret": webhook.secret})

event = record_event.sync(client=client, body=cancelled("apt_client"), idempotency_key=inbox)
again = record_event.sync(client=client, body=cancelled("apt_client"), idempotency_key=inbox)
step("an event is recorded, once", isinstance(event, AppointmentCancelled) and event.id == again.id)
feed = list_events.sync(client=client, clinic_id="cln_oldtown", limit=5)
step("it is in the feed", event.id in [one.id for one in feed.data])
step("it can be retrieved", get_event.sync(event.id, client=client) == event)

deadline = time.time() + 60
while event.id not in receiver("GET", "/received") and time.time() < deadline:
    time.sleep(0.5)
step("it arrives", event.id in receiver("GET", "/received"))

step("the webhook is active", get_webhook.sync(webhook.id, client=client).status.value == "active")
step("enabling it leaves it so", enable_webhook.sync(webhook.id, client=client).status.value == "active")
step("it is listed", webhook.id in [one.id for one in list_webhooks.sync(client=client, limit=100).data])

refused = record_event.sync(client=client, body=AppointmentCancelledDraft.from_dict({**cancelled("apt_1").to_dict(), "clinic_id": "cln_elsewhere"}))
step("an error says what to do", isinstance(refused, Error) and refused.error.code.value == "clinic_not_allowed")
step("the webhook is deleted", delete_webhook.sync_detailed(webhook.id, client=client).status_code == 204)
