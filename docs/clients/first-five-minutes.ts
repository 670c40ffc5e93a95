// The first five minutes with the API, with the client for TypeScript. docs/clients.md says how to run it.

import {
  AccountApi,
  Configuration,
  DeliveriesApi,
  EventsApi,
  ModelErrorFromJSON,
  ResponseError,
  WebhooksApi,
  type Delivery,
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

const webhook = await webhooks.createWebhook({
  webhookRequest: { url: process.env["RECEIVER"]!, types: ["*"], description: "TypeScript" },
});
console.log("registered", webhook.id, webhook.secret ? "with its secret" : "");

const event = await events.recordEvent({ eventDraft: cancelled("cln_harbour"), idempotencyKey: webhook.id });
console.log("recorded", event.type);

const feed = await events.listEvents({ limit: 100 });
console.log(feed.data.some((one) => one.id === event.id) ? "in the feed" : "not in the feed");

async function delivery(): Promise<Delivery | undefined> {
  const page = await deliveries.listDeliveries({ webhookId: webhook.id });
  return page.data.find((one) => one.eventId === event.id);
}

let found = await delivery();
for (let i = 0; i < 600 && (!found || found.status === "pending"); i++) {
  await new Promise((wait) => setTimeout(wait, 200));
  found = await delivery();
}
const { attempts } = await deliveries.getDelivery({ webhookId: webhook.id, eventId: event.id });
console.log("delivery", found?.status, "with", attempts.at(-1)?.statusCode);

const estimate = await deliveries.startReplay({
  webhookId: webhook.id,
  replayRequest: { since: new Date(began - 300_000), dryRun: true },
});
console.log(estimate.dryRun && estimate.eventsMatching ? "a replay would send it again" : "nothing to replay");

const issued = await account.createApiKey({
  apiKeyRequest: { description: "TypeScript", scopes: ["events:read"], clinicIds: null },
});
console.log("issued a key for", issued.clinicIds ?? "all clinics");
await account.revokeApiKey({ keyId: issued.id });

await webhooks.deleteWebhook({ webhookId: webhook.id });
const [status, missing] = await refusal(webhooks.getWebhook({ webhookId: webhook.id }));
console.log("deleted:", status, missing.error.code);

const [forbidden, refused] = await refusal(events.recordEvent({ eventDraft: cancelled("cln_elsewhere") }));
console.log("refused:", forbidden, refused.error.code, refused.error.param);
