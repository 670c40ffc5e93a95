// Reads responses of a later version of the service, with what it may have added.

import {
  AccountApi,
  Configuration,
  DeliveriesApi,
  EventsApi,
  ModelErrorFromJSON,
  RejectedBatchFromJSON,
  ResponseError,
  WebhooksApi,
  type Event,
  type EventDraft,
} from "schedule-events-client";

const configuration = new Configuration({ basePath: process.env["API"]!, accessToken: process.env["KEY"]! });
const events = new EventsApi(configuration);

const feed: Event[] = [];
let page;
do {
  page = await events.listEvents({ startingAfter: page?.nextCursor ?? undefined });
  feed.push(...page.data);
} while (page.hasMore);
const [later, cancelled] = feed;
console.log("event", later!.type, later!.clinicId, later!.createdAt.getUTCFullYear());
console.log("event", cancelled!.type, cancelled!.cancelledBy, cancelled!.startsAt?.getUTCFullYear());

const webhook = await new WebhooksApi(configuration).getWebhook({ webhookId: "whk_1" });
console.log("webhook", webhook.status, webhook.mode, webhook.disabledReason, webhook.health.circuit, ...webhook.types);

const delivery = (await new DeliveriesApi(configuration).listDeliveries({ webhookId: "whk_1" })).data[0]!;
console.log("delivery", delivery.status, delivery.eventType, delivery.lastOutcome);

console.log("scopes", ...(await new AccountApi(configuration).getAccount()).apiKey.scopes);
console.log("event type", (await events.listEventTypes()).data[0]!.name);

const draft: EventDraft = {
  type: "appointment.cancelled",
  clinicId: "cln_harbour",
  appointmentId: "apt_1",
  providerId: "prv_1",
  startsAt: new Date("2026-11-21T09:30:00Z"),
  durationMinutes: 30,
  recoverable: true,
  cancelledBy: "patient",
};
try {
  await events.recordEvent({ eventDraft: draft });
} catch (e) {
  if (!(e instanceof ResponseError)) throw e;
  const { error } = ModelErrorFromJSON(await e.response.json());
  console.log("error", e.response.status, error.type, error.code);
}

for (const idempotencyKey of ["rejected", "refused"]) {
  try {
    await events.recordEvents({ batch: { data: [{ idempotencyKey, event: draft }] } });
  } catch (e) {
    if (!(e instanceof ResponseError)) throw e;
    const { data, failedCount, error } = RejectedBatchFromJSON(await e.response.json());
    if (data) {
      const { status, error: reason } = data[0]!;
      console.log("batch", e.response.status, "of which", failedCount, "failed:", status, reason?.type, reason?.code);
    } else {
      console.log("batch", e.response.status, error?.type, error?.code);
    }
  }
}
