// One webhook: how it does, what can be done with it, its deliveries and its settings.

import { html, nothing } from './lit-html.js';
import { capture, changed, stopCapturing } from './changes.js';
import { condition } from './condition.js';
import { deliveriesOf, deliveryFilters, deliveryTable } from './deliveries.js';
import { show } from './dialog.js';
import { pairs } from './form.js';
import { LOADING, PagedList, following, more, select } from './lists.js';
import { RANGES, heading, recentCharts, recentOf } from './recent.js';
import { terminal } from './terminal.js';
import { address, backlog, clinics, count, facts, identifier, name, outcome, resource, resourceKind, state, time, types } from './words.js';

const PING = 'webhook.ping';

/** In pages of 100 deliveries, each of which is a request. */
const CHART_PAGES = 10;

export function webhookPage(app, id) {
  const path = `/v1/webhooks/${id}`;
  let webhook = null;
  let chosen = app.filters;
  let recent = recentOf(app, id, range(), CHART_PAGES, { failures: true });
  let summary = null;
  let failed = null;
  let eventTypes = [];
  let deliveries = deliveriesOf(app.api, id, chosen);

  function range() {
    return RANGES[chosen.range] ?? RANGES.day;
  }

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
    chosen = { ...Object.fromEntries([...form].map(([field, value]) => [field, value.trim()])), range: chosen.range };
    app.filter(chosen);
    deliveries = deliveriesOf(app.api, id, chosen);
    app.attempt(() => deliveries.first());
  };

  const cover = (form) => {
    chosen = { ...chosen, range: form.get('range') };
    app.filter(chosen);
    recent = recentOf(app, id, range(), CHART_PAGES, { failures: true });
    summary = null;
    app.attempt(async () => {
      const reading = recent;
      await reading.read();
      // Another range may have been chosen meanwhile.
      summary = reading === recent ? reading.summary : summary;
    });
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

  /** What sends a test event. */
  const tested = (form) =>
    form.get('type')
      ? { path: `${path}/test`, body: { type: form.get('type'), ...own(form.get('fields')) }, command: `webhooks test ${id}` }
      : { path: `${path}/ping`, body: {}, command: `webhooks ping ${id}` };

  const own = (text) => {
    const fields = pairs(text);
    return fields ? { fields: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, read(value)])) } : {};
  };

  const test = async () => {
    // The button may be pressed before the page has read everything.
    await app.attempt(readEventTypes);
    return app.change(
      {
        title: 'Send a test event?',
        text: 'It is the example of its type, marked as a test, and attempted once. Its outcome has no consequences.',
        action: 'Send',
        fields: html`${select('Type', 'type', PING, eventTypes)}
          <label>Values of your own <textarea name="fields" rows="2" spellcheck="false" aria-describedby="fields-hint"></textarea></label>
          <p class="hint" id="fields-hint">
            In place of those of the example, one a line, as in provider_id: prv_22. A ping has none. The example is under “Event types”.
          </p>
          ${terminal((form) => tested(form))}`,
      },
      (form) => {
        const sent = tested(form);
        if (!sent.body.type && form.get('fields').trim()) {
          throw new Error('A ping has no values: choose the type whose they are, or remove them.');
        }
        return app.api.post(sent.path, sent.body);
      },
      (sent) => `The test event ${sent.event_id} is on its way. Its delivery appears below.`,
    );
  };

  const rotation = (form) => ({ path: `${path}/rotate_secret`, body: { expires_in: Number(form.get('hours')) * 3600 }, command: `webhooks rotate ${id}` });

  const rotate = async () => {
    const rotated = await app.change(
      {
        title: 'Rotate the secret?',
        text: 'Deliveries are signed with both secrets until the old one ends.',
        action: 'Rotate',
        fields: html`<label>
            The old secret ends after (hours)
            <input name="hours" type="number" min="0" max="168" value="24" required />
          </label>
          ${terminal((form) => rotation(form))}`,
      },
      (form) => app.api.post(`${path}/rotate_secret`, rotation(form).body),
      () => 'The secret was rotated.',
    );
    if (rotated) {
      await show({ title: 'The new secret', text: 'Store it now: it is not shown again.', secret: rotated.secret });
    }
  };

  /** A link goes to no other address than a person has seen. */
  const sameAddress = ({ notify }) => {
    if (notify?.email !== webhook.notify.email) {
      throw new Error('Somebody else has changed the address meanwhile. Reload this page to see their change.');
    }
    return { notify };
  };

  const confirmAgain = () =>
    app.act(
      () => changed(app, id, sameAddress),
      (sent) => `A link to confirm the address is on its way to ${sent.notify.email}, unless one was sent today.`,
    );

  const buttons = () => html`<p class="actions">
    ${webhook.status === 'active'
      ? html`<button type="button" @click=${test}>Send test event</button>
          <a class="button quiet" href="#/webhooks/${id}/replay">Replay</a>
          <button type="button" class="quiet" @click=${rotate}>Rotate secret</button>`
      : html`<button type="button" @click=${enable}>Enable</button>
          <button type="button" class="quiet" @click=${rotate}>Rotate secret</button>`}
    <a class="button quiet" href="#/webhooks/${id}/change">Edit</a>
    ${webhook.url
      ? webhook.capture_responses
        ? html`<button type="button" class="quiet" @click=${() => stopCapturing(app, id)}>Stop capturing responses</button>`
        : html`<button type="button" class="quiet" @click=${() => capture(app, id)}>Capture responses</button>`
      : nothing}
    ${['pending', 'bounced'].includes(webhook.notify_status)
      ? html`<button type="button" class="quiet" @click=${confirmAgain}>Confirm address</button>`
      : nothing}
    ${webhook.status === 'active' ? html`<button type="button" class="quiet danger" @click=${disable}>Disable</button>` : nothing}
    <button type="button" class="quiet danger" @click=${remove}>Delete</button>
  </p>`;

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

  const receiver = (destination) =>
    destination
      ? [[resourceKind(destination), identifier(resource(destination)), true], ['Role', identifier(destination.role_arn), true]]
      : [['URL', webhook.url ? identifier(webhook.url) : 'none: its deliveries are pulled', true]];

  const settings = () =>
    facts([
      ['State', state(webhook)],
      ['Description', webhook.description ? html`<bdi>${webhook.description}</bdi>` : nothing, true],
      ...receiver(webhook.destination),
      ['Types', types(webhook)],
      ['Clinics', clinics(webhook)],
      ['Filter', webhook.filter ? identifier(JSON.stringify(webhook.filter)) : nothing, true],
      ['Payload', webhook.payload === 'thin' ? 'thin: the ID, type, clinic and time of an event alone' : nothing],
      ['Order', webhook.ordering === 'appointment' ? 'an event waits for the earlier ones of its appointment' : nothing],
      ['Headers', webhook.header_names?.map((header) => html`<code class="line">${header}</code>`), true],
      ['Access token', webhook.auth ? html`from ${identifier(webhook.auth.token_url)} for ${webhook.auth.client_id}` : nothing, true],
      ['Client certificate', certificate(webhook.client_certificate_details), true],
      ['At most', webhook.max_per_second ? `${webhook.max_per_second} deliveries a second` : nothing],
      ['Responses', webhook.capture_responses ? 'captured where an attempt fails' : nothing],
      ['E-mails to', webhook.notify ? html`<span class="break">${webhook.notify.email}</span> ${address(webhook)}` : nothing],
      ...webhook.signing_secrets.map(signing),
      ['Failing since', webhook.health.failing_since ? time(webhook.health.failing_since) : nothing],
      ['Backlog', backlog(webhook)],
      ['Next probe', webhook.health.next_attempt_at ? time(webhook.health.next_attempt_at) : nothing],
      ['Disabled', webhook.disabled_at ? time(webhook.disabled_at) : nothing],
      ['Registered', time(webhook.created_at)],
      ['Registered by', identifier(webhook.created_by)],
      ['ID', identifier(webhook.id)],
      ['External ID', webhook.external_id ? identifier(webhook.external_id) : nothing, true],
      ...Object.entries(webhook.metadata).map(([label, text]) => [html`Metadata: <bdi>${label}</bdi>`, html`<bdi>${text}</bdi>`, text.length > 60]),
    ]);

  const ranges = () => html`<form class="filters" @submit=${(event) => event.preventDefault()} @change=${(event) => cover(new FormData(event.currentTarget))}>
    <label>
      Charts cover
      <select name="range">
        ${Object.entries(RANGES).map(([value, { label }]) => html`<option value=${value} ?selected=${RANGES[value] === range()}>${label.toLowerCase()}</option>`)}
      </select>
    </label>
    ${following(app)}
  </form>`;

  return {
    get title() {
      return webhook ? name(webhook) : 'Webhook';
    },
    async load() {
      [webhook] = await Promise.all([app.api.get(path), deliveries.first()]);
      app.render();
      await recent.read();
      summary = recent.summary;
      failed = summary.failure ?? (await earlierFailure());
      await readEventTypes();
    },
    async refresh() {
      [webhook] = await Promise.all([app.api.get(path), deliveries.refresh()]);
      if (summary) {
        const reading = recent;
        await reading.refresh();
        summary = reading === recent ? reading.summary : summary;
        failed = summary?.failure ?? failed;
      }
    },
    view: () =>
      webhook
        ? html`${condition(webhook, failed)} ${app.can('webhooks:write') ? buttons() : nothing} ${failure()} ${app.can('webhooks:write') ? nothing : reading()} ${ranges()}
            <h2>${summary ? heading(summary) : range().label}</h2>
            ${summary ? recentCharts(summary) : LOADING}
            <h2>Deliveries</h2>
            ${deliveryFilters(app, chosen, eventTypes.length ? [...eventTypes, PING] : [], filter)}
            ${deliveryTable(app, webhook, deliveries, chosen)} ${more(app, deliveries)}
            <h2>Settings</h2>
            ${settings()}`
        : LOADING,
  };
}

/** What can be shown of a signing secret. */
function signing({ fingerprint, created_at: made, expires_at: ends }, at) {
  return [
    at ? 'Earlier signing secret' : 'Signing secret',
    html`${fingerprint ? html`fingerprint <code>${fingerprint}</code>, made ${time(made)}` : 'made by an earlier version, without a fingerprint'}${ends
      ? html`, signs until ${time(ends)}`
      : nothing}`,
  ];
}

/** What can be shown of a client certificate. */
function certificate(details) {
  return details
    ? html`of <bdi class="break">${details.subject}</bdi>, ends on ${time(details.expires_at)}, SHA-256 ${identifier(details.fingerprint)}`
    : nothing;
}

/** A value that is JSON, such as a number or true; any other text is itself. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
