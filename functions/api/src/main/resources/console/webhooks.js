// The list of webhooks.

import { html, nothing } from './lit-html.js';
import { PagedList, filters, following, more, table } from './lists.js';
import { RANGES, recentLine, recentOf } from './recent.js';
import { clinics, host, listedBacklog, name, state, types } from './words.js';

/** Each chart is a request. */
const CHARTS_AT_ONCE = 5;

/** So many deliveries a chart covers, which is one page. */
const CHARTED = 100;

export function webhooksPage(app) {
  let chosen = { external_id: app.filters.external_id };
  let list = new PagedList(app.api, '/v1/webhooks', chosen);
  /** By webhook, in the order in which they were read. */
  const days = new Map();

  /** Reads the charts that are missing, and those that were read longest ago. */
  async function readDays(again) {
    const missing = list.items.map((one) => one.id).filter((id) => !days.has(id));
    const oldest = [...days.keys()].filter((id) => list.items.some((one) => one.id === id)).slice(0, again);
    for (const id of [...missing, ...oldest]) {
      await readDay(id);
      app.render();
    }
  }

  async function readDay(id) {
    const recent = recentOf(app, id, RANGES.day, 1);
    try {
      await recent.read();
      days.delete(id);
      days.set(id, recent.summary);
    } catch (error) {
      // It may have been deleted since the list was read.
      if (error.status !== 404) {
        throw error;
      }
    }
  }

  const filter = (form) => {
    chosen = { external_id: form.get('external_id').trim() };
    app.filter(chosen);
    list = new PagedList(app.api, '/v1/webhooks', chosen);
    app.attempt(async () => {
      await list.first();
      app.render();
      await readDays(0);
    });
  };

  const columns = [
    [
      'Webhook',
      (webhook) => html`<a href="#/webhooks/${webhook.id}"><bdi>${name(webhook)}</bdi></a>${webhook.description ? html`<small>${host(webhook)}</small>` : nothing}${webhook.external_id
          ? html`<small>${webhook.external_id}</small>`
          : nothing}`,
    ],
    ['State', state],
    ['Types', types],
    ['Clinics', clinics],
    ['Backlog', listedBacklog],
    [app.account.api_key.clinic_ids ? `Last 24 hours, newest ${CHARTED} deliveries` : 'Last 24 hours', (webhook) => recentLine(days.get(webhook.id))],
  ];

  /** The button that registers one is above. */
  const none = () =>
    html`${list.none('webhook')}${app.can('webhooks:write') && list.items && !chosen.external_id ? ' Register one, and it gets events from then on.' : nothing}`;

  return {
    title: 'Webhooks',
    async load() {
      await list.first();
      app.render();
      await readDays(0);
    },
    async refresh() {
      await list.refresh();
      await readDays(CHARTS_AT_ONCE);
    },
    view: () => html`<p class="actions">
        ${app.can('webhooks:write') ? html`<a class="button" href="#/webhooks/new">Register a webhook</a>` : nothing}
      </p>
      ${filters(
        html`<label>External ID <input name="external_id" maxlength="100" value=${chosen.external_id ?? ''} /></label> ${following(app)}`,
        filter,
      )}
      ${table('Webhooks, newest first', columns, list.items, none())}
      ${more(app, list)}`,
  };
}
