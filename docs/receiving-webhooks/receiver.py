"""Receives webhook deliveries: verifies them, responds at once, and processes them afterwards.

    pip install stripe standardwebhooks
    WEBHOOK_SECRETS=whsec_… PORT=8000 python receiver.py

WEBHOOK_SECRETS is the webhook's signing secret; during a rotation, both secrets, separated by a comma.
"""

import json
import os
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError
from stripe import SignatureVerificationError, WebhookSignature

SECRETS = os.environ["WEBHOOK_SECRETS"].split(",")
FIVE_MINUTES = 300

work = queue.Queue()
seen = set()  # In production: a table with a unique key on the event id, written together with the result of processing.


def service_signature_is_right(body: str, headers) -> bool:
    """Service-Signature, with Stripe's library."""
    for secret in SECRETS:
        try:
            WebhookSignature.verify_header(body, headers["Service-Signature"], secret, tolerance=FIVE_MINUTES)
            return True
        except SignatureVerificationError:
            continue
    return False


def webhook_signature_is_right(body: str, headers) -> bool:
    """webhook-id, webhook-timestamp and webhook-signature, with the library of Standard Webhooks."""
    for secret in SECRETS:
        try:
            Webhook(secret).verify(body, dict(headers.items()))
            return True
        except WebhookVerificationError:
            continue
    return False


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        # The body as it was received: JSON that was parsed and serialized again is not what was signed.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode("utf-8")
        # Either check is enough; this example shows both.
        if service_signature_is_right(body, self.headers) and webhook_signature_is_right(body, self.headers):
            event = json.loads(body)
            if event["type"] == "webhook.verification":
                self.respond(204, ("Service-Challenge", event["challenge"]))
                return
            work.put(event)
            self.respond(204)
        else:
            self.respond(400)

    def respond(self, status, *headers):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def process():
    while True:
        event = work.get()
        if event["id"] in seen:
            print("seen before", event["id"], flush=True)
            continue
        seen.add(event["id"])
        print("processed", event["id"], event["type"], flush=True)


threading.Thread(target=process, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Receiver)
print("listening on", server.server_address[1], flush=True)
server.serve_forever()
