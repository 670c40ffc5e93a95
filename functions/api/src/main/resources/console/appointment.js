// The history of an appointment: its events, and what became of each at the webhooks.

import { html, nothing } from './lit-html.js';
import { LOADING, PagedList, following, more } from './lists.js';
import { badge, count, identifier, name, outcomeOf, status, time } from './words.js';

/** Of so many webhooks it is read what became of an event. */
const MOST_WEBHOOKS = 100;

export function appointmentPage(app, id) {
  const { clinic_id } = app.filters;
  const list = new PagedList(app.api, '/v1/events', { appointment_id: id, clinic_id });
  /** By event. */
  const outcomes = new Map();
  /** The names of the newest webhooks. */
  let names = new Map();

  const readOutcomes = async () => {
    if (!app.can('webhooks:read')) {
      return;
    }
    for (const { id: event } of list.items.filter((one) => !outcomes.has(one.id))) {
      outcomes.set(event, await app.api.get(`/v1/events/${event}/deliveries`, { limit: MOST_WEBHOOKS }));
      app.render();
    }
  };

  const became = (event) => {
    const page = outcomes.get(event.id);
    if (!page) {
      return app.can('webhooks:read') ? html`<p class="hint">…</p>` : nothing;
    }
    const reached = page.data.filter((row) => row.delivery || row.reason === 'webhook_disabled');
    const others = page.data.length - reached.length;
    return html`<ul class="outcomes">
        ${reached.map((row) => html`<li>${webhook(row, event)} ${status(row.delivery ?? { status: 'not_sent' })} ${row.delivery ? outcomeOf(row.delivery) : nothing}</li>`)}
      </ul>
      ${others || page.has_more
        ? html`<p class="hint">
            ${others ? `${count(others, 'other webhook')} did not get it.` : nothing} ${page.has_more ? `Of the newest ${MOST_WEBHOOKS} webhooks.` : nothing}
            <a href="#/events/${event.id}">Why</a>
          </p>`
        : nothing}`;
  };

  const webhook = (row, event) =>
    html`<a href=${row.delivery ? `#/webhooks/${row.webhook_id}/deliveries/${event.id}` : `#/webhooks/${row.webhook_id}`}><bdi>${names.get(row.webhook_id) ?? row.webhook_id}</bdi></a>`;

  const entry = (event) => html`<li class="plain">
    <h3><a href="#/events/${event.id}">${event.type}</a> ${event.corrects ? badge('warn', 'correction') : nothing}</h3>
    <p>Recorded ${time(event.created_at)}${event.starts_at ? html`, of an appointment that starts ${time(event.starts_at)}` : nothing}</p>
    ${identifier(event.id)} ${event.corrects ? html`<p class="hint">Corrects <a href="#/events/${event.corrects}">${event.corrects}</a></p>` : nothing}
    ${became(event)}
  </li>`;

  /** How far back it was looked: more() says it while there is more. */
  const end = () =>
    list.hasMore ? nothing : html`<p class="hint">Everything was looked through that is kept${clinic_id ? ` of the clinic ${clinic_id}` : nothing}.</p>`;

  return {
    title: 'History of an appointment',
    async load() {
      await list.first();
      app.render();
      if (app.can('webhooks:read') && list.items.length) {
        const webhooks = await app.api.get('/v1/webhooks', { limit: 100 });
        names = new Map(webhooks.data.map((one) => [one.id, name(one)]));
      }
      await readOutcomes();
    },
    async refresh() {
      await list.refresh();
      // The newest may still be on its way.
      list.items.slice(0, 1).forEach((event) => outcomes.delete(event.id));
      await readOutcomes();
    },
    view: () => html`<p>${identifier(id)} ${following(app)}</p>
      <h2>Events, latest recorded first</h2>
      ${list.items
        ? list.items.length
          ? html`<ol class="timeline">${list.items.map(entry)}</ol>`
          : html`<p class="empty">${list.none('event')} An event of it is shown once one is recorded whose appointment_id is ${id}.</p>`
        : LOADING}
      ${more(app, list)} ${list.items ? end() : nothing}`,
  };
}
