// One webhook: its settings, its health, what can be done with it, and its deliveries.

import { html, nothing } from './lit-html.js';
import { dayChart, dayHeading, LastDay } from './charts.js';
import { deliveryTable } from './deliveries.js';
import { show } from './dialog.js';
import { LOADING, PagedList, filters, following, more, select } from './lists.js';
import { address, backlog, clinics, count, facts, name, outcome, state, statusWord, time, types } from './words.js';

const STATUSES = ['pending', 'succeeded', 'failed', 'dismissed', 'not_sent', 'expired'];
const PING = 'webhook.ping';

/** In pages of 100 deliveries, each of which is a request. */
const CHART_PAGES = 10;

const WHY_DISABLED = {
  retries_exhausted:
    'The retries of a delivery ended without success, so the webhook was disabled. Enable it once the receiver works, and replay what it missed.',
  deliveries_expiring:
    'A delivery had waited for so long that it would soon have expired, so the webhook was disabled. Find out what deliveries wait for, enable the webhook, and replay what it missed.',
  requested: 'Somebody disabled the webhook. It gets no events until it is enabled.',
  key_revoked:
    'The API key that registered the webhook was revoked, and the webhook was disabled with it. Look at its URL before you enable it.',
};

export function webhookPage(app, id) {
  const path = `/v1/webhooks/${id}`;
  let webhook = null;
  const lastDay = new LastDay(app.api, id, CHART_PAGES);
  let day = null;
  let failed = null;
  let eventTypes = [];
  const { status, type } = app.filters;
  let chosen = { status, type };
  let deliveries = new PagedList(app.api, `${path}/deliveries`, chosen, 'event_id');

  const readEventTypes = async () => {
    if (app.can('events:read') && !eventTypes.length) {
      eventTypes = (await app.api.get('/v1/event_types')).data.map((type) => type.name);
    }
  };

  /** The event whose retries disabled a webhook was recorded before the last 24 hours, as a rule. */
  const earlierFailure = async () => {
    if (webhook.disabled_reason !== 'retries_exhausted') {
      return null;
    }
    const failures = new PagedList(app.api, `${path}/deliveries`, { status: 'failed' }, 'event_id');
    await failures.first();
    return failures.items[0] ?? null;
  };

  const filter = (form) => {
    chosen = Object.fromEntries(form);
    app.filter(chosen);
    deliveries = new PagedList(app.api, `${path}/deliveries`, chosen, 'event_id');
    app.attempt(() => deliveries.first());
  };

  const enable = () =>
    app.act(
      () => app.api.post(`${path}/enable`),
      () => 'The webhook is active, and gets events from now on. What it missed is not sent by itself: replay it.',
    );

  const disable = () =>
    app.change(
      { title: 'Disable the webhook?', text: 'It gets no events until it is enabled again.', action: 'Disable', danger: true },
      () => app.api.post(`${path}/disable`),
      () => 'The webhook is disabled.',
    );

  const remove = () =>
    app.change(
      {
        title: 'Delete the webhook?',
        text: `${name(webhook)} gets no more events, and nobody can see its deliveries any more. It cannot be brought back.`,
        action: 'Delete',
        danger: true,
      },
      () => app.api.delete(path),
      () => 'The webhook is deleted.',
      '/webhooks',
    );

  const test = async () => {
    // The button may be pressed before the page has read everything.
    await app.attempt(readEventTypes);
    return app.change(
      {
        title: 'Send a test event?',
        text: 'It is the example of its type, marked as a test, and attempted once. Its outcome has no consequences.',
        action: 'Send',
        fields: select('Type', 'type', PING, eventTypes),
      },
      (form) => (form.get('type') ? app.api.post(`${path}/test`, { type: form.get('type') }) : app.api.post(`${path}/ping`)),
      (sent) => `The test event ${sent.event_id} is on its way. Its delivery appears below.`,
    );
  };

  const rotate = async () => {
    const rotated = await app.change(
      {
        title: 'Rotate the secret?',
        text: 'Deliveries are signed with both secrets until the old one ends.',
        action: 'Rotate',
        fields: html`<label>
          The old secret ends after (hours)
          <input name="hours" type="number" min="0" max="168" value="24" required />
        </label>`,
      },
      (form) => app.api.post(`${path}/rotate_secret`, { expires_in: Number(form.get('hours')) * 3600 }),
      () => 'The secret was rotated.',
    );
    if (rotated) {
      await show({ title: 'The new secret', text: 'Store it now: it is not shown again.', secret: rotated.secret });
    }
  };

  /** Changes the webhook as it is now, which somebody else may have changed since the page read it, and in no case what they change meanwhile. */
  const changed = async (changes) => {
    const { json, tag } = await app.api.read(path);
    return app.api.patch(path, changes(json), tag);
  };

  const capture = () =>
    app.act(
      () => changed(() => ({ capture_responses: true })),
      () => 'Responses to failed attempts are captured: the first 1,024 bytes of each, encrypted, for seven days.',
    );

  const stopCapturing = () =>
    app.change(
      { title: 'Stop capturing responses?', text: 'Those that were captured are no longer shown.', action: 'Stop', danger: true },
      () => changed(() => ({ capture_responses: false })),
      () => 'Responses are no longer captured.',
    );

  /** A link goes to no other address than a person has seen. */
  const sameAddress = ({ notify }) => {
    if (notify?.email !== webhook.notify.email) {
      throw new Error('Somebody else has changed the address meanwhile. Reload this page to see their change.');
    }
    return { notify };
  };

  const confirmAgain = () =>
    app.act(
      () => changed(sameAddress),
      (sent) => `A link to confirm the address is on its way to ${sent.notify.email}, unless one was sent today.`,
    );

  const buttons = () => html`<p class="actions">
    ${webhook.status === 'active'
      ? html`<button type="button" @click=${test}>Send test event</button>
          <a class="button quiet" href="#/webhooks/${id}/replay">Replay</a>
          <button type="button" class="quiet" @click=${rotate}>Rotate secret</button>`
      : html`<button type="button" @click=${enable}>Enable</button>
          <button type="button" class="quiet" @click=${rotate}>Rotate secret</button>`}
    <a class="button quiet" href="#/webhooks/${id}/change">Change</a>
    ${webhook.url
      ? webhook.capture_responses
        ? html`<button type="button" class="quiet" @click=${stopCapturing}>Stop capturing responses</button>`
        : html`<button type="button" class="quiet" @click=${capture}>Capture responses</button>`
      : nothing}
    ${['pending', 'bounced'].includes(webhook.notify_status)
      ? html`<button type="button" class="quiet" @click=${confirmAgain}>Confirm address</button>`
      : nothing}
    ${webhook.status === 'active' ? html`<button type="button" class="quiet danger" @click=${disable}>Disable</button>` : nothing}
    <button type="button" class="quiet danger" @click=${remove}>Delete</button>
  </p>`;

  /** Why deliveries wait or are not made, where that is so. */
  const explanation = () => {
    if (webhook.status === 'disabled') {
      return html`<p class="message bad">${WHY_DISABLED[webhook.disabled_reason] ?? 'The webhook is disabled.'}</p>`;
    }
    const because = failed ? `: ${outcome(failed.last_outcome, failed.last_status_code)}` : '';
    return {
      closed: nothing,
      half_open: html`<p class="message warn">The receiver accepts deliveries again. More and more of the backlog is sent.</p>`,
      open: html`<p class="message bad">
        The last attempts failed${because}. New deliveries wait in the backlog, and a probe tries one now and then.
      </p>`,
    }[webhook.health.circuit];
  };

  /** For readers of an e-mail's link above all: what failed last, and what it takes to do something about it. */
  const failure = () => {
    return failed
      ? html`<p>
          The latest delivery that failed:
          <a href="#/webhooks/${id}/deliveries/${failed.event_id}">${failed.event_type}</a>, ${outcome(failed.last_outcome, failed.last_status_code)},
          ${count(failed.failed_attempts_count, 'attempt')} failed${failed.retry_cycle > 1 ? ` in ${failed.retry_cycle} retry cycles` : nothing},
          ${failed.retry_cycle > 1 ? 'of which the last began' : 'first'} on ${time(failed.first_attempt_at)}.
        </p>`
      : nothing;
  };

  const reading = () => html`<p class="hint">
    You can see what becomes of the deliveries, and change nothing. To act, sign in with an API key that has the scope webhooks:write: somebody
    whose key has the scope keys:write issues one under “API keys”, or makes a link to the console there.
  </p>`;

  const settings = () =>
    facts([
      ['State', state(webhook)],
      ['URL', webhook.url ? html`<span class="break">${webhook.url}</span>` : 'none: its deliveries are pulled'],
      ['Types', types(webhook)],
      ['Clinics', clinics(webhook)],
      ['Filter', webhook.filter ? html`<code>${JSON.stringify(webhook.filter)}</code>` : nothing],
      ['Payload', webhook.payload === 'thin' ? 'thin: the ID, type, clinic and time of an event alone' : nothing],
      ['Headers', webhook.header_names?.join(', ')],
      ['At most', webhook.max_per_second ? `${webhook.max_per_second} deliveries a second` : nothing],
      ['Responses', webhook.capture_responses ? 'captured where an attempt fails' : nothing],
      ['E-mails to', webhook.notify ? html`<span class="break">${webhook.notify.email}</span> ${address(webhook)}` : nothing],
      ['Failing since', webhook.health.failing_since ? time(webhook.health.failing_since) : nothing],
      ['Backlog', backlog(webhook)],
      ['Next probe', webhook.health.next_attempt_at ? time(webhook.health.next_attempt_at) : nothing],
      ['Disabled', webhook.disabled_at ? time(webhook.disabled_at) : nothing],
      ['Registered', time(webhook.created_at)],
      ['Registered by', html`<code>${webhook.created_by}</code>`],
      ['ID', html`<code>${webhook.id}</code>`],
      ['External ID', webhook.external_id ? html`<code>${webhook.external_id}</code>` : nothing],
      ...Object.entries(webhook.metadata).map(([label, text]) => [html`Metadata: ${label}`, html`<span class="break">${text}</span>`]),
      [dayHeading(day), dayChart(day)],
    ]);

  return {
    get title() {
      return webhook ? name(webhook) : 'Webhook';
    },
    async load() {
      [webhook] = await Promise.all([app.api.get(path), deliveries.first()]);
      app.render();
      await lastDay.read();
      day = lastDay.summary;
      failed = day.failure ?? (await earlierFailure());
      await readEventTypes();
    },
    async refresh() {
      [webhook] = await Promise.all([app.api.get(path), deliveries.refresh()]);
      if (day) {
        await lastDay.refresh();
        day = lastDay.summary;
        failed = day.failure ?? failed;
      }
    },
    view: () =>
      webhook
        ? html`${app.can('webhooks:write') ? buttons() : nothing} ${explanation()} ${failure()} ${app.can('webhooks:write') ? nothing : reading()} ${settings()}
            <h2>Deliveries</h2>
            ${filters(
              html`${select('Status', 'status', 'all', STATUSES, chosen.status, statusWord)}
              ${eventTypes.length ? select('Type', 'type', 'all', [...eventTypes, PING], chosen.type) : nothing}
              ${following(app)}`,
              filter,
            )}
            ${deliveryTable(id, deliveries)} ${more(app, deliveries)}`
        : LOADING,
  };
}
