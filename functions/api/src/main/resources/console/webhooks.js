// The list of webhooks.

import { html, nothing } from './lit-html.js';
import { dayChart, LastDay } from './charts.js';
import { PagedList, following, more, table } from './lists.js';
import { clinics, host, listedBacklog, name, state, types } from './words.js';

export function webhooksPage(app) {
  const list = new PagedList(app.api, '/v1/webhooks');
  const days = new Map();

  async function readDays() {
    for (const webhook of list.items.filter((one) => !days.has(one.id))) {
      // One request for each webhook of the list.
      const lastDay = new LastDay(app.api, webhook.id, 1);
      await lastDay.read();
      days.set(webhook.id, lastDay.summary);
      app.render();
    }
  }

  const columns = [
    [
      'Webhook',
      (webhook) => html`<a href="#/webhooks/${webhook.id}">${name(webhook)}</a>${webhook.description ? html`<small>${host(webhook)}</small>` : nothing}`,
    ],
    ['State', state],
    ['Types', types],
    ['Clinics', clinics],
    ['Backlog', listedBacklog],
    ['Last 24 hours', (webhook) => dayChart(days.get(webhook.id))],
  ];

  return {
    title: 'Webhooks',
    async load() {
      await list.first();
      app.render();
      await readDays();
    },
    async refresh() {
      await list.refresh();
      await readDays();
    },
    view: () => html`<p class="actions">
        ${app.can('webhooks:write') ? html`<a class="button" href="#/webhooks/new">Register a webhook</a>` : nothing}
        ${following(app)}
      </p>
      ${list.items ? table('Webhooks, newest first', columns, list.items, 'There is no webhook yet.') : html`<p>Loading…</p>`}
      ${more(app, list)}`,
  };
}
