// The start page: today, what needs somebody, and what failed last.

import { html, nothing } from './lit-html.js';
import { described, isInTrouble } from './condition.js';
import { LOADING, following, newest, table } from './lists.js';
import { count, digits, identifier, name, outcomeOf, percent, state, status, tiles, time } from './words.js';
import { readUsage, usageChart } from './usage.js';

const DAY = 86_400_000;

/** The days of the chart, today included. */
const DAYS = 7;

/** Pages of 100 that are read of webhooks and of what was not delivered. */
const MOST_PAGES = 3;

/** Of so many webhooks in trouble their own deliveries are read: the list of all may not get to theirs. */
const MOST_IN_TROUBLE = 5;

const MOST_FAILURES = 8;

/** It reads much, so only each tenth refresh reads it again. */
const REFRESHES = 10;

export function overviewPage(app) {
  let usage = null;
  let webhooks = null;
  let undelivered = null;
  let figures = null;
  let refreshes = 0;

  const day = (ago) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);

  async function read() {
    const reading = [];
    if (app.can('usage:read')) {
      reading.push(readUsage(app.api, { from: day(DAYS - 1), to: day(0) }).then((read) => (usage = read)));
    }
    if (app.can('webhooks:read')) {
      const since = new Date(Date.now() - DAY).toISOString();
      if (!app.account.api_key.clinic_ids) {
        reading.push(app.api.get('/v1/stats', { from: `${day(0)}T00:00:00Z` }).then((read) => (figures = read)));
      }
      reading.push(readTroubles(since));
    }
    await Promise.all(reading);
  }

  async function readTroubles(since) {
    const [own, { items, more }] = await Promise.all([readWebhooks(since), newest(app.api, '/v1/deliveries', { since }, MOST_PAGES)]);
    const each = new Map([...items, ...own].map((one) => [`${one.webhook_id} ${one.event_id}`, one]));
    undelivered = { items: [...each.values()], more };
  }

  /** @return the deliveries of those in trouble */
  async function readWebhooks(since) {
    webhooks = await newest(app.api, '/v1/webhooks', {}, MOST_PAGES);
    const own = await Promise.all(webhooks.items.filter(isInTrouble).slice(0, MOST_IN_TROUBLE).map(({ id }) => deliveriesOf(id, since)));
    return own.flat();
  }

  async function deliveriesOf(id, since) {
    try {
      return (await app.api.get(`/v1/webhooks/${id}/deliveries`, { since, limit: 100 })).data;
    } catch (error) {
      // It may have been deleted since the list was read.
      if (error.status !== 404) {
        throw error;
      }
      return [];
    }
  }

  const today = () => {
    const rows = usage.rows.filter((row) => row.date === day(0));
    const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
    const whole = rows.every((row) => row.complete) && !(usage.cut && usage.rows.at(-1)?.date === day(0));
    const figure = (field) => `${whole ? '' : 'at least '}${digits(sum(field))}`;
    const decided = sum('deliveries_succeeded') + sum('deliveries_failed');
    return [
      ['Recorded today', figure('events_recorded'), 'events, in days of UTC', app.can('events:read') ? '#/events' : '#/usage'],
      ['Delivered today', figure('deliveries_succeeded'), `of today’s events; ${figure('attempts')} attempts`, '#/usage'],
      ['Success rate', decided ? percent(sum('deliveries_succeeded'), decided) : '–', `${figure('deliveries_failed')} ran out of attempts or were dismissed`, '#/usage'],
    ];
  };

  const standing = () => {
    const trouble = webhooks.items.filter(isInTrouble).length;
    const backlog = webhooks.items.reduce((sum, { health, status: is }) => sum + (is === 'active' ? health.backlog : 0), 0);
    const least = webhooks.more || webhooks.items.some(({ health }) => health.backlog >= 100) ? 'at least ' : '';
    return [
      [
        'Webhooks',
        `${webhooks.more ? 'at least ' : ''}${digits(webhooks.items.length)}`,
        trouble ? `${digits(trouble)} of them in trouble` : 'none of them in trouble',
        '#/webhooks',
      ],
      ['Waiting', `${least}${digits(backlog)}`, 'deliveries in backlogs', '#/webhooks'],
    ];
  };

  const speed = () => {
    const { p50_ms: median, p95_ms: slow } = figures.total;
    return [['Response time', slow ? `${digits(slow)} ms` : '–', slow ? `95th percentile today; median ${digits(median)} ms` : 'no attempt today', '#/webhooks']];
  };

  const trouble = () => {
    const all = webhooks.items.filter(isInTrouble);
    if (!webhooks.items.length) {
      return app.can('webhooks:write')
        ? html`<p class="empty">
            There is no webhook yet. Register one, and send it a test event. <a class="button" href="#/webhooks/new">Register a webhook</a>
          </p>`
        : html`<p class="empty">There is no webhook yet. An API key with the scope webhooks:write registers one.</p>`;
    }
    return table(
      'Webhooks that fail, recover or are disabled',
      [
        ['Webhook', (webhook) => html`<a href="#/webhooks/${webhook.id}"><bdi>${name(webhook)}</bdi></a>`],
        ['State', state],
        ['To do', (webhook) => described(webhook).text, () => 'wide'],
      ],
      all,
      `No webhook needs anybody${webhooks.more ? `, of the newest ${digits(webhooks.items.length)}` : ''}.`,
    );
  };

  const failures = () => {
    const failed = undelivered.items
      .filter(({ status: is, last_outcome }) => is !== 'succeeded' && last_outcome && last_outcome !== 'succeeded')
      .toSorted((one, other) => Date.parse(other.first_attempt_at) - Date.parse(one.first_attempt_at));
    const names = new Map((webhooks?.items ?? []).map((webhook) => [webhook.id, name(webhook)]));
    return html`${table(
      'Deliveries of the last 24 hours whose last attempt failed, latest first',
      [
        ['Event', (row) => html`<a href="#/webhooks/${row.webhook_id}/deliveries/${row.event_id}">${row.event_type}</a>${identifier(row.event_id)}`],
        ['Status', status],
        ['Last outcome', outcomeOf, () => 'rest'],
        ['Webhook', (row) => html`<bdi>${names.get(row.webhook_id) ?? row.webhook_id}</bdi>`, () => 'rest'],
        ['First attempt', (row) => time(row.first_attempt_at), () => 'rest'],
      ],
      failed.slice(0, MOST_FAILURES),
      undelivered.more ? 'No failure was found so far. There is more than this page looks through: a webhook’s own page lists all of its deliveries.' : 'Nothing that failed in the last 24 hours is still undelivered.',
      true,
    )}
    ${undelivered.more && failed.length
      ? html`<p class="hint">There may be more: these are the newest of ${count(failed.length, 'failure')} that were found. A webhook’s own page lists all of its deliveries.</p>`
      : nothing}`;
  };

  return {
    title: 'Overview',
    load: read,
    async refresh() {
      refreshes++;
      if (refreshes % REFRESHES === 0) {
        await read();
      }
    },
    view: () => html`<p class="live">${following(app)}</p>
      ${usage || webhooks ? tiles([...(usage ? today() : []), ...(figures ? speed() : []), ...(webhooks ? standing() : [])]) : LOADING}
      ${webhooks ? html`<h2>What needs somebody</h2>${trouble()}` : nothing}
      ${undelivered ? html`<h2>Newest failures</h2>${failures()}` : nothing}
      ${usage ? html`<h2>The last ${DAYS} days</h2>${usageChart(usage.rows, { from: day(DAYS - 1), to: day(0) })}` : nothing}`,
  };
}
