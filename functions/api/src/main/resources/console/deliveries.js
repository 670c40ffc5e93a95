// Deliveries: a table of them, and one with all its attempts.

import { html, nothing } from './lit-html.js';
import { capture } from './changes.js';
import { LOADING, PagedList, filters, following, local, moment, select, table } from './lists.js';
import { snippets } from './snippets.js';
import {
  code,
  count,
  digits,
  facts,
  identifier,
  json,
  name,
  outcome,
  outcomeOf,
  outcomes,
  recordedAt,
  resource,
  resourceKind,
  status,
  statusWord,
  time,
} from './words.js';

const STATUSES = ['pending', 'succeeded', 'failed', 'dismissed', 'not_sent', 'expired'];

/** The statuses of deliveries that can be dismissed. */
const UNDECIDED = ['pending', 'not_sent'];

/** The statuses that a replay can be of, beside all. */
const REPLAYED = ['', 'pending', 'failed', 'succeeded', 'dismissed'];

/** The fields of a thin delivery. */
const THIN = ['id', 'type', 'clinic_id', 'created_at'];

const THIN_HINT = html`<p class="hint">
  The webhook is thin: its receiver reads the rest with the API. An attempt from before it was changed carried what it was set to then.
</p>`;

/** What the API does not filter by is looked for in pages of this size. */
/** What carries the event to a destination. */
const CONTENTS = { sqs: 'Body of each message', eventbridge: 'Detail of each event' };

const SEARCHED_AT_ONCE = 100;

/** The deliveries of a webhook that filters choose. */
export function deliveriesOf(api, webhook, chosen) {
  const here = wanted(chosen);
  const query = { status: chosen.status, type: chosen.type, since: moment(chosen.since), ...(here && { limit: SEARCHED_AT_ONCE }) };
  return new PagedList(api, `/v1/webhooks/${webhook}/deliveries`, query, 'event_id', here ?? undefined);
}

/** Whether a delivery is one of those that the filters choose that the API does not have; null without one. */
function wanted({ outcome, code, clinic, until }) {
  const tests = [
    outcome && ((delivery) => delivery.last_outcome === outcome),
    code && ((delivery) => delivery.last_status_code === Number(code)),
    clinic && ((delivery) => delivery.clinic_id === clinic),
    until && ((delivery) => recordedAt(delivery.event_id) < moment(until)),
  ].filter(Boolean);
  return tests.length ? (delivery) => tests.every((test) => test(delivery)) : null;
}

/** @param types of events; without them, nobody can choose among them */
export function deliveryFilters(app, chosen, types, apply) {
  return filters(
    html`${select('Status', 'status', 'all', STATUSES, chosen.status, statusWord)}
      ${types.length ? select('Type', 'type', 'all', types, chosen.type) : nothing}
      ${select('Last outcome', 'outcome', 'all', Object.keys(outcomes()), chosen.outcome, (one) => outcomes()[one])}
      <label>HTTP status <input name="code" type="number" min="100" max="599" value=${chosen.code ?? ''} /></label>
      ${select('Clinic', 'clinic', 'all', app.account.clinic_ids, chosen.clinic)}
      <label>Recorded from <input name="since" type="datetime-local" value=${chosen.since ?? ''} /></label>
      <label>Recorded before <input name="until" type="datetime-local" value=${chosen.until ?? ''} /></label>`,
    apply,
  );
}

/** @param list of deliveries of the webhook, as the filters choose them */
export function deliveryTable(app, webhook, list, chosen) {
  const below = () => 'rest';
  const unlessNone = (value) => (delivery) => (value(delivery) ? 'rest' : 'none');
  const columns = [
    ['Event', (delivery) => html`<a href="#/webhooks/${webhook.id}/deliveries/${delivery.event_id}">${delivery.event_type}</a>${identifier(delivery.event_id)}`],
    ['Status', status],
    ['Last outcome', outcomeOf, below],
    ['Attempts', attemptCount, unlessNone((delivery) => delivery.attempts_count)],
    ['Clinic', (delivery) => delivery.clinic_id ?? '–', () => 'none'],
    ['First attempt', firstAttempt, unlessNone((delivery) => delivery.first_attempt_at)],
    ['Next attempt', nextAttempt, unlessNone((delivery) => delivery.next_attempt_at)],
  ];
  const next = webhook.status === 'active' ? ' Send a test event to see one.' : ' Events that it misses while it is disabled are not listed. Once it is enabled, a replay sends them.';
  const none = list.items && isFiltered(chosen) ? list.none('delivery') : `There is no delivery yet.${next}`;
  return html`${table('Deliveries, newest event first', columns, list.found, none, true)}
    ${app.can('webhooks:write') && webhook.status === 'active' && isFiltered(chosen) ? again(app, webhook.id, list.found ?? [], chosen) : nothing}`;
}

/** How long the charts look back is no filter. */
function isFiltered({ range, ...filters }) {
  return Object.values(filters).some(Boolean);
}

/** Sends what is shown once more: by a replay, which counts first, where that knows all filters, or else each of them. Test events are left out. */
function again(app, webhook, shown, chosen) {
  const events = shown.filter(({ clinic_id }) => clinic_id !== null);
  if (!events.length) {
    return nothing;
  }
  const { status = '', type, outcome, code, clinic, since, until = '' } = chosen;
  if (REPLAYED.includes(status) && !type && !outcome && !code && !clinic) {
    const oldest = local(new Date(recordedAt(events.at(-1).event_id)));
    return html`<p><a href="#/webhooks/${webhook}/replay?${new URLSearchParams({ since: since || oldest, until, delivery_status: status })}">Redeliver what is shown</a></p>`;
  }
  return html`<p><button type="button" class="quiet" @click=${() => redeliverEach(app, webhook, events)}>Redeliver what is shown</button></p>`;
}

function redeliverEach(app, webhook, shown) {
  return app.change(
    {
      title: `Redeliver ${count(shown.length, 'delivery', 'deliveries')}?`,
      text: 'Each event in the list is sent to the receiver once more, the oldest first. For more than are listed, choose a time and a status alone: a replay counts them first.',
      action: 'Redeliver',
    },
    async (_, say) => {
      const refused = [];
      for (const [at, { event_id: event }] of shown.toReversed().entries()) {
        say(`${digits(at + 1)} of ${digits(shown.length)}`);
        try {
          await app.api.post(`/v1/webhooks/${webhook}/deliveries/${event}/redeliver`);
        } catch (error) {
          if (error.passes || error.status === 401) {
            throw error;
          }
          refused.push(error.message);
        }
      }
      return refused;
    },
    (refused) =>
      `${count(shown.length - refused.length, 'event is', 'events are')} being delivered again.${refused.length ? ` ${digits(refused.length)} ${refused.length === 1 ? 'was' : 'were'} refused: ${refused[0]}` : ''}`,
  );
}

/** The attempts of all retry cycles: what failed before a replay is not forgotten after it. */
function attemptCount(delivery) {
  const failed = delivery.failed_attempts_count;
  return html`${count(delivery.attempts_count, 'attempt')}${failed && failed < delivery.attempts_count ? html`<small>, ${digits(failed)} failed</small>` : nothing}`;
}

/** The API has that of the last retry cycle, before which there may have been others. */
function firstAttempt(delivery) {
  return html`${time(delivery.first_attempt_at)}${delivery.retry_cycle > 1 ? html`<small> of retry cycle ${delivery.retry_cycle}</small>` : nothing}`;
}

/** Below a narrow row, its heading is not there. */
function nextAttempt(delivery) {
  return html`${delivery.next_attempt_at ? html`<span class="said">next</span> ` : nothing}${time(delivery.next_attempt_at)}`;
}

export function deliveryPage(app, webhook, event) {
  const path = `/v1/webhooks/${webhook}/deliveries/${event}`;
  let receiver = null;
  let delivery = null;
  let body = null;

  const redeliver = () =>
    app.act(
      () => app.api.post(`${path}/redeliver`),
      () => 'The event is being delivered again.',
    );

  const dismiss = () =>
    app.change(
      {
        title: 'Dismiss the delivery?',
        text:
          delivery.status === 'not_sent'
            ? 'A replay of what the receiver does not have leaves it out. You can still redeliver it while the webhook is active.'
            : 'It is not attempted again, and cannot disable the webhook. You can still redeliver it.',
        action: 'Dismiss',
        danger: true,
      },
      () => app.api.post(`${path}/dismiss`),
      () => 'The delivery is dismissed.',
    );

  const buttons = () => html`<p class="actions">
    ${receiver.status === 'active' ? html`<button type="button" @click=${redeliver}>Redeliver</button>` : nothing}
    ${UNDECIDED.includes(delivery.status) ? html`<button type="button" class="quiet danger" @click=${dismiss}>Dismiss</button>` : nothing}
  </p>`;

  const mayCapture = () => app.can('webhooks:write') && receiver.url && !receiver.capture_responses;

  const attempts = () =>
    delivery.attempts.length || delivery.next_attempt_at
      ? html`<ol class="timeline">
          ${delivery.next_attempt_at
            ? html`<li class="plain"><h3>Next attempt</h3><p>${time(delivery.next_attempt_at)}</p></li>`
            : nothing}
          ${delivery.attempts.toReversed().map(attempted)}
        </ol>`
      : html`<p class="empty">${delivery.status === 'not_sent' ? 'There was no attempt.' : 'There was no attempt yet.'}</p>${waits() ? turn() : nothing}`;

  const waits = () => receiver.ordering === 'appointment' && delivery.status === 'pending';

  const turn = () => {
    const earlier = delivery.waiting_for;
    return html`<p class="hint">
      The webhook gets the events of an appointment in their order: this one waits until
      ${earlier ? html`<a href="#/webhooks/${receiver.id}/deliveries/${earlier}">${earlier}</a> is` : 'the earlier ones are'} delivered or dismissed.
    </p>`;
  };

  const attempted = (attempt) => html`<li class=${attempt.outcome === 'succeeded' ? 'good' : 'bad'}>
    <h3>${outcome(attempt.outcome, attempt.status_code, attempt.outcome_detail)}</h3>
    <p>
      ${time(attempt.at)}, attempt ${attempt.number} of retry cycle ${attempt.retry_cycle}, ${digits(attempt.duration_ms)} ms
    </p>
    ${attempt.response ? response(attempt.response) : nothing}
    ${receiver.url || receiver.destination?.type === 'sqs'
      ? html`<details>
          <summary>${receiver.destination ? 'Attributes of the message' : 'Request'} of attempt ${attempt.number} of retry cycle ${attempt.retry_cycle}</summary>
          ${request(attempt)}
        </details>`
      : nothing}
  </li>`;

  /** What a receiver responded, where the webhook captures it. */
  const response = ({ content_type, body, truncated }) => html`<p class="hint">Response: ${content_type ?? 'no content type'}${truncated ? ', the beginning of it' : nothing}</p>
    ${code(body, 'the response')}`;

  /** The names of its headers, which a message of a queue has as attributes and an event on a bus has not, and the values of those that are no secret and that the API tells. */
  const request = (attempt) => html`<ul class="headers">
    ${[
      ['Content-Type', 'application/json'],
      ['Service-Attempt', attempt.number],
      ...(receiver.destination ? [] : [['Service-Signature', 'made with the secret']]),
      ['webhook-id', event],
      ['webhook-timestamp', 'when it was signed'],
      ['webhook-signature', 'made with the secret'],
      ...(receiver.auth ? [['Authorization', 'an access token, never shown']] : []),
      ...(receiver.header_names ?? []).map((header) => [header, 'never shown; as the webhook is set now']),
    ].map(([header, value]) => html`<li><code>${header}</code> ${value}</li>`)}
  </ul>`;

  const explanation = () =>
    receiver.status === 'active'
      ? html`Not sent, because the webhook was disabled, and what was due before is not sent by itself. Redeliver it, or
          <a href="#/webhooks/${webhook}/replay">replay</a> what the receiver does not have.`
      : html`Not sent, because the webhook is disabled. Enable it <a href="#/webhooks/${webhook}">on its page</a>, and replay what the receiver does not have.`;

  /** What an attempt would carry now. */
  const sent = () =>
    receiver.payload === 'thin' ? Object.fromEntries(Object.entries(body).filter(([field]) => THIN.includes(field))) : body;

  const isRecorded = () => delivery.clinic_id !== null;

  return {
    title: 'Delivery',
    async load() {
      [receiver, delivery] = await Promise.all([app.api.get(`/v1/webhooks/${webhook}`), app.api.get(path)]);
      if (app.can('events:read') && isRecorded()) {
        body = await app.api.get(`/v1/events/${event}`);
      }
    },
    async refresh() {
      [receiver, delivery] = await Promise.all([app.api.get(`/v1/webhooks/${webhook}`), app.api.get(path)]);
    },
    view: () =>
      delivery
        ? html`<p class="trail">To <a href="#/webhooks/${webhook}"><bdi>${name(receiver)}</bdi></a></p>
            ${app.can('webhooks:write') && isRecorded() ? buttons() : nothing}
            ${delivery.status === 'not_sent' ? html`<p class="message bad">${explanation()}</p>` : nothing}
            ${facts([
              ['Status', status(delivery)],
              ['Type', delivery.event_type],
              ['Event', body ? html`<a href="#/events/${event}">Open the event</a><small>${identifier(event)}</small>` : identifier(event)],
              ['Clinic', delivery.clinic_id ? identifier(delivery.clinic_id) : nothing],
              ['URL as set now', receiver.url ? identifier(receiver.url) : nothing],
              ...(receiver.destination
                ? [
                    [`${resourceKind(receiver.destination)} as set now`, identifier(resource(receiver.destination))],
                    ['Role as set now', identifier(receiver.destination.role_arn)],
                  ]
                : []),
            ])}
            <h2>Attempts, latest first</h2>
            <p>${following(app)}</p>
            ${attempts()}
            ${mayCapture() && delivery.failed_attempts_count
              ? html`<p>
                  What the receiver responds is not kept. <button type="button" class="quiet" @click=${() => capture(app, webhook)}>Capture responses</button>
                </p>`
              : nothing}
            ${body ? html`<h2>${CONTENTS[receiver.destination?.type] ?? 'Body of each request'}</h2>${json(sent())}${receiver.payload === 'thin' ? THIN_HINT : nothing}` : nothing}
            <h2>Verify the signature</h2>
            ${snippets(receiver.destination?.type)}`
        : LOADING,
  };
}
