// The feed of events, and one event with what became of it at each webhook.

import { html, nothing } from './lit-html.js';
import { LOADING, PagedList, filters, following, moment, more, select, table } from './lists.js';
import { facts, identifier, json, name, outcomeOf, reason, status, time } from './words.js';

export function eventsPage(app) {
  const { clinic_id, appointment_id, type, since, until, order } = app.filters;
  let chosen = { clinic_id, appointment_id, type, since, until, order };
  let list = filtered();
  let eventTypes = [];

  function filtered() {
    return new PagedList(app.api, '/v1/events', { ...chosen, since: moment(chosen.since), until: moment(chosen.until) });
  }

  const filter = (form) => {
    chosen = Object.fromEntries([...form].map(([field, value]) => [field, value.trim()]));
    app.filter(chosen);
    list = filtered();
    app.attempt(() => list.first());
  };

  const columns = [
    ['Event', (event) => html`<a href="#/events/${event.id}">${event.type}</a>${identifier(event.id)}`],
    ['Clinic', (event) => event.clinic_id, () => 'rest'],
    ['Starts at', (event) => html`${event.starts_at ? html`<span class="said">starts</span> ` : nothing}${time(event.starts_at)}`, (event) => (event.starts_at ? 'rest' : 'none')],
    ['Recorded', (event) => html`<span class="said">recorded</span> ${time(event.created_at)}`, () => 'rest'],
  ];

  /** Without a filter, the account is new. */
  const none = () =>
    `${list.none('event')}${list.items && !list.hasMore && !Object.values(chosen).some(Boolean) ? ' Events are recorded with POST /v1/events, with a key that has the scope events:write.' : ''}`;

  return {
    title: 'Events',
    async load() {
      await list.first();
      app.render();
      eventTypes = (await app.api.get('/v1/event_types')).data
        .filter((type) => !type.operational)
        .map((type) => type.name);
    },
    refresh: () => list.refresh(),
    view: () => html`${filters(
        html`${select('Clinic', 'clinic_id', 'all', app.account.clinic_ids, chosen.clinic_id)}
          ${select('Type', 'type', 'all', eventTypes, chosen.type)}
          <label>Appointment <input name="appointment_id" placeholder="apt_…" value=${appointment_id ?? ''} /></label>
          <label>Recorded from <input name="since" type="datetime-local" value=${since ?? ''} /></label>
          <label>Recorded before <input name="until" type="datetime-local" value=${until ?? ''} /></label>
          ${select('Order', 'order', 'newest first', ['asc'], chosen.order, () => 'oldest first')}
          ${following(app)}`,
        filter,
      )}
      ${table(`Events, ${list.isForwards ? 'oldest' : 'newest'} first`, columns, list.items, none(), true)}
      ${list.completeUntil
        ? html`<p class="hint">
            Everything recorded before ${time(list.completeUntil)} is listed.${chosen.until ? '' : ' Newer events follow some minutes later.'}
          </p>`
        : nothing}
      ${more(app, list)}`,
  };
}

export function eventPage(app, id) {
  let event = null;
  /** The names of the newest webhooks. */
  let names = new Map();
  const outcomes = app.can('webhooks:read') ? new PagedList(app.api, `/v1/events/${id}/deliveries`, {}, 'webhook_id') : null;

  const columns = [
    [
      'Webhook',
      (row) =>
        html`<a href=${row.delivery ? `#/webhooks/${row.webhook_id}/deliveries/${id}` : `#/webhooks/${row.webhook_id}`}><bdi>${names.get(row.webhook_id) ?? row.webhook_id}</bdi></a
          >${names.has(row.webhook_id) ? identifier(row.webhook_id) : nothing}`,
    ],
    ['Delivery', (row) => (row.delivery || row.reason === 'webhook_disabled' ? status(row.delivery ?? { status: 'not_sent' }) : 'none')],
    [
      'Outcome',
      (row) => (row.delivery ? outcomeOf(row.delivery) : reason(row.reason)),
      () => 'wide',
    ],
  ];

  return {
    get title() {
      return event?.type ?? 'Event';
    },
    async load() {
      event = await app.api.get(`/v1/events/${id}`);
      app.render();
      if (outcomes) {
        await outcomes.first();
        app.render();
        const webhooks = await app.api.get('/v1/webhooks', { limit: 100 });
        names = new Map(webhooks.data.map((webhook) => [webhook.id, name(webhook)]));
      }
    },
    refresh: async () => outcomes?.refresh(),
    view: () =>
      event
        ? html`${facts([
              ['Recorded', time(event.created_at)],
              ['Starts at', event.starts_at ? time(event.starts_at) : nothing],
              ['Event', identifier(event.id)],
              ['Clinic', identifier(event.clinic_id)],
              [
                'Appointment',
                event.appointment_id
                  ? html`<a href="#/appointments/${event.appointment_id}?clinic_id=${event.clinic_id}">History of the appointment</a><small>${identifier(event.appointment_id)}</small>`
                  : nothing,
              ],
              ['Corrects', event.corrects ? html`<a href="#/events/${event.corrects}">Open the event that it corrects</a><small>${identifier(event.corrects)}</small>` : nothing],
            ])}
            ${json(event)}
          ${outcomes?.items
            ? html`<h2>Deliveries</h2>
                <p>${following(app)}</p>
                ${table('What became of it, newest webhook first', columns, outcomes.items, 'There is no webhook yet. An event is delivered to those that exist when it is recorded.')}
                ${more(app, outcomes)}`
            : nothing}`
        : LOADING,
  };
}
