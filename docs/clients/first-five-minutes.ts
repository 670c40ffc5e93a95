// The first five minutes with the API, with the client for TypeScript. docs/clients.md says how to run it.

import { randomUUID } from "node:crypto";
import {
  AccountApi,
  Configuration,
  DeliveriesApi,
  EventsApi,
  ModelErrorFromJSON,
  ResponseError,
  WebhooksApi,
  type CreateWebhookRequest,
  type Delivery,
  type Event,
  type EventDraft,
  type ModelError,
} from "schedule-events-client";

const configuration = new Configuration({ basePath: process.env["API"]!, accessToken: process.env["KEY"]! });
const account = new AccountApi(configuration);
const events = new EventsApi(configuration);
const webhooks = new WebhooksApi(configuration);
const deliveries = new DeliveriesApi(configuration);
const began = Date.now();

function cancelled(clinicId: string): EventDraft {
  return {
    type: "appointment.cancelled",
    clinicId,
    appointmentId: "apt_5512",
    providerId: "prv_22",
    startsAt: new Date(began + 7 * 24 * 3_600_000),
    durationMinutes: 30,
    recoverable: true,
    cancelledBy: "patient",
  };
}

async function refusal(request: Promise<unknown>): Promise<[number, ModelError]> {
  try {
    await request;
  } catch (e) {
    if (e instanceof ResponseError) {
      return [e.response.status, ModelErrorFromJSON(await e.response.json())];
    }
    throw e;
  }
  throw new Error("not refused");
}

// The same request with the same key registers once, so it can be repeated if the response was lost.
const registration: CreateWebhookRequest = {
  idempotencyKey: randomUUID(),
  webhookRequest: { url: process.env["RECEIVER"]!, types: ["*"], description: "TypeScript" },
};
const webhook = await webhooks.createWebhook(registration);
console.log("registered", webhook.id, webhook.secret ? "with its secret" : "");
const repeated = await webhooks.createWebhook(registration);
console.log(repeated.id === webhook.id && repeated.secret === webhook.secret ? "the same again" : "another webhook");

// A change names the version that it is made to. Somebody else changes the webhook in between.
const webhookId = webhook.id;
const read = await webhooks.getWebhookRaw({ webhookId });
await webhooks.updateWebhook({ webhookId, webhookChange: { maxPerSecond: 100 } });
const [conflict, changed] = await refusal(
  webhooks.updateWebhook({
    webhookId,
    ifMatch: read.raw.headers.get("ETag")!,
    webhookChange: { ...(await read.value()), description: "Front desk" },
  }),
);
console.log("changed meanwhile:", conflict, changed.error.code);
const readAgain = await webhooks.getWebhookRaw({ webhookId });
const edited = await webhooks.updateWebhook({
  webhookId,
  ifMatch: readAgain.raw.headers.get("ETag")!,
  webhookChange: { ...(await readAgain.value()), description: "Front desk" },
});
console.log("changed to", edited.description, "with at most", edited.maxPerSecond, "a second");

const event = await events.recordEvent({ eventDraft: cancelled("cln_harbour"), idempotencyKey: randomUUID() });
console.log("recorded", event.type);

// A page can be empty although the list goes on.
const feed: Event[] = [];
let page;
do {
  page = await events.listEvents({ limit: 1, startingAfter: page?.nextCursor ?? undefined });
  feed.push(...page.data);
} while (page.hasMore);
console.log(feed.some((one) => one.id === event.id) ? "in the feed" : "not in the feed", "since", feed.at(-1)?.type);

async function delivery(): Promise<Delivery | undefined> {
  const page = await deliveries.listDeliveries({ webhookId });
  return page.data.find((one) => one.eventId === event.id);
}

let found = await delivery();
for (let i = 0; i < 600 && (!found || found.status === "pending"); i++) {
  await new Promise((wait) => setTimeout(wait, 200));
  found = await delivery();
}
const { attempts } = await deliveries.getDelivery({ webhookId, eventId: event.id });
console.log("delivery", found?.status, "with", attempts.at(-1)?.statusCode);

const estimate = await deliveries.startReplay({
  webhookId,
  idempotencyKey: randomUUID(),
  replayRequest: { since: new Date(began - 300_000), dryRun: true },
});
console.log(estimate.dryRun && estimate.eventsMatching ? "a replay would send it again" : "nothing to replay");

const issued = await account.createApiKey({
  idempotencyKey: randomUUID(),
  apiKeyRequest: { description: "TypeScript", scopes: ["events:read"], clinicIds: null },
});
console.log("issued a key for", issued.clinicIds ?? "all clinics");
await account.revokeApiKey({ keyId: issued.id });

await webhooks.deleteWebhook({ webhookId });
const [status, missing] = await refusal(webhooks.getWebhook({ webhookId }));
console.log("deleted:", status, missing.error.code);

const [forbidden, refused] = await refusal(
  events.recordEvent({ eventDraft: cancelled("cln_elsewhere"), idempotencyKey: randomUUID() }),
);
console.log("refused:", forbidden, refused.error.code, refused.error.param);
