// Receives webhook deliveries: verifies them, responds at once, and processes them afterwards.
//
//     npm install stripe standardwebhooks
//     WEBHOOK_SECRETS=whsec_… PORT=8000 node receiver.mjs
//
// WEBHOOK_SECRETS is the webhook's signing secret; during a rotation, both secrets, separated by a comma.

import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";

const secrets = process.env.WEBHOOK_SECRETS.split(",");
const fiveMinutes = 300;
const { signature } = new Stripe("unused").webhooks;
const seen = new Set(); // In production: a table with a unique key on the event id.

const holds = (check) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

/** Service-Signature, with Stripe's library. */
const serviceSignatureIsRight = (body, headers) =>
  secrets.some((secret) =>
    holds(() => signature.verifyHeader(body, headers["service-signature"], secret, fiveMinutes)),
  );

/** webhook-id, webhook-timestamp and webhook-signature, with the library of Standard Webhooks. */
const webhookSignatureIsRight = (body, headers) =>
  secrets.some((secret) => holds(() => new Webhook(secret).verify(body, headers)));

const handle = (event) => {
  if (seen.has(event.id)) {
    console.log("seen before", event.id);
    return;
  }
  seen.add(event.id);
  console.log("processed", event.id, event.type);
};

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  // The body as it was received: JSON that was parsed and serialized again is not what was signed.
  const body = Buffer.concat(chunks).toString("utf8");
  // Either check is enough; this example shows both.
  if (serviceSignatureIsRight(body, request.headers) && webhookSignatureIsRight(body, request.headers)) {
    const event = JSON.parse(body);
    if (event.type === "webhook.verification") {
      response.writeHead(204, { "Service-Challenge": event.challenge }).end();
      return;
    }
    response.writeHead(204).end();
    setImmediate(() => handle(event));
  } else {
    response.writeHead(400).end();
  }
});

server.listen(Number(process.env.PORT ?? 8000), "127.0.0.1", () => {
  console.log("listening on", server.address().port);
});
