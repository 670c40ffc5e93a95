// Deliveries: a table of them, and one with all its attempts.

import { html, nothing } from './lit-html.js';
import { LOADING, following, table } from './lists.js';
import { digits, facts, json, name, outcome, outcomeOf, status, time } from './words.js';

/** The statuses of deliveries that can be dismissed. */
const UNDECIDED = ['pending', 'not_sent'];

/** The fields of a thin delivery. */
const THIN = ['id', 'type', 'clinic_id', 'created_at'];

const THIN_HINT = html`<p class="hint">
  The webhook is thin: its receiver reads the rest with the API. An attempt from before it was changed carried what it was set to then.
</p>`;

/** @param list of deliveries of a webhook */
export function deliveryTable(webhook, list) {
  const columns = [
    ['Event', (delivery) => html`<a href="#/webhooks/${webhook}/deliveries/${delivery.event_id}">${delivery.event_type}</a><small class="id">${delivery.event_id}</small>`],
    ['Status', status],
    ['Clinic', (delivery) => delivery.clinic_id ?? '–'],
    ['Attempts', attemptCount],
    ['Last outcome', outcomeOf],
    ['First attempt', firstAttempt],
    ['Next attempt', (delivery) => time(delivery.next_attempt_at)],
  ];
  return table('Deliveries, newest event first', columns, list.items, list.none('delivery'));
}

/** The attempts of all retry cycles: what failed before a replay is not forgotten after it. */
function attemptCount(delivery) {
  const failed = delivery.failed_attempts_count;
  return html`${digits(delivery.attempts_count)}${failed && failed < delivery.attempts_count ? html`<small>${digits(failed)} failed</small>` : nothing}`;
}

/** The API has that of the last retry cycle, before which there may have been others. */
function firstAttempt(delivery) {
  return html`${time(delivery.first_attempt_at)}${delivery.retry_cycle > 1 ? html`<small>of retry cycle ${delivery.retry_cycle}</small>` : nothing}`;
}

/** What a receiver responded, where the webhook captures it. */
function excerpt(response) {
  return response
    ? html`<small>${response.content_type ?? 'no content type'}</small><code>${response.body}${response.truncated ? '…' : ''}</code>`
    : '–';
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

  const attempts = () =>
    table(
      'Attempts, latest first',
      [
        ['Time', (attempt) => time(attempt.at)],
        ['Attempt', (attempt) => `${attempt.number} of retry cycle ${attempt.retry_cycle}`],
        ['Outcome', (attempt) => outcome(attempt.outcome, attempt.status_code, attempt.outcome_detail)],
        ['Response time', (attempt) => `${attempt.duration_ms} ms`],
        ...(delivery.attempts.some((attempt) => attempt.response) ? [['Response', (attempt) => excerpt(attempt.response)]] : []),
      ],
      delivery.attempts.toReversed(),
      delivery.status === 'not_sent' ? 'There was no attempt.' : 'There was no attempt yet.',
    );

  const explanation = () =>
    receiver.status === 'active'
      ? 'Not sent, because the webhook was disabled, and what was due before is not sent by itself. Redeliver it, or replay what the receiver does not have.'
      : 'Not sent, because the webhook is disabled. Enable it, and replay what the receiver does not have.';

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
        ? html`<p>To <a href="#/webhooks/${webhook}">${name(receiver)}</a></p>
            ${app.can('webhooks:write') && isRecorded() ? buttons() : nothing}
            ${delivery.status === 'not_sent' ? html`<p class="message bad">${explanation()}</p>` : nothing}
            ${facts([
              ['Status', status(delivery)],
              ['Type', delivery.event_type],
              ['Event', body ? html`<a href="#/events/${event}"><code>${event}</code></a>` : html`<code>${event}</code>`],
              ['Clinic', delivery.clinic_id],
              ['Next attempt', delivery.next_attempt_at ? time(delivery.next_attempt_at) : nothing],
            ])}
            <h2>Attempts</h2>
            <p>${following(app)}</p>
            ${attempts()} ${body ? html`<h2>Body of each request</h2>${json(sent())}${receiver.payload === 'thin' ? THIN_HINT : nothing}` : nothing}`
        : LOADING,
  };
}
