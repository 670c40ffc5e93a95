// What each clinic used on each day, as a chart, a table and a CSV file.

import { html, nothing } from './lit-html.js';
import { chart } from './charts.js';
import { LOADING, filters, newest, select, table } from './lists.js';
import { count, digits } from './words.js';

const COLUMNS = ['date', 'clinic_id', 'events_recorded', 'deliveries_succeeded', 'deliveries_failed', 'attempts', 'final', 'complete'];

/** Pages of 100 rows that are read at most; the CSV has as many. */
const MOST_PAGES = 50;

const EVENTS = [{ tone: 'accent', label: 'recorded' }];
const DELIVERIES = [
  { tone: 'good', label: 'succeeded' },
  { tone: 'bad', label: 'failed' },
];

/** The usage of each clinic and day, latest day first, and whether there is more. */
export async function readUsage(api, query) {
  const { items, more } = await newest(api, '/v1/usage', query, MOST_PAGES);
  return { rows: items, cut: more };
}

/** Events and deliveries of each day. */
export function usageChart(rows) {
  const all = days(rows);
  if (!all.length) {
    return nothing;
  }
  const bars = (fields, series) =>
    all.map((day) => {
      const parts = fields.map((field) => day[field]);
      return { label: day.date.slice(5), title: day.date, parts, words: parts.map((part, at) => `${digits(part)} ${series[at].label}`).join(', ') };
    });
  const total = (field) => all.reduce((sum, day) => sum + day[field], 0);
  return html`<figure>
    <div class="charts">
      ${chart({ title: 'Events', series: EVENTS, bars: bars(['events'], EVENTS) })}
      ${chart({ title: 'Deliveries', series: DELIVERIES, bars: bars(['succeeded', 'failed'], DELIVERIES) })}
    </div>
    <figcaption>
      ${all[0].date} to ${all.at(-1).date}: ${count(total('events'), 'event')} recorded,
      ${count(total('succeeded'), 'delivery', 'deliveries')} succeeded, ${digits(total('failed'))} failed
    </figcaption>
  </figure>`;
}

export function usagePage(app) {
  let rows = null;
  let cut = false;
  let chosen = {};

  async function read() {
    ({ rows, cut } = await readUsage(app.api, chosen));
  }

  const filter = (form) => {
    chosen = Object.fromEntries(form);
    app.attempt(read);
  };

  const columns = [
    ['Day', (row) => (row.final ? row.date : html`${row.date}<small>${row.complete ? 'not final' : 'not final, counted in part'}</small>`)],
    ['Clinic', (row) => row.clinic_id],
    ['Events recorded', (row) => digits(row.events_recorded)],
    ['Deliveries succeeded', (row) => digits(row.deliveries_succeeded)],
    ['Deliveries failed', (row) => digits(row.deliveries_failed)],
    ['Attempts', (row) => digits(row.attempts)],
  ];

  return {
    title: 'Usage',
    load: read,
    view: () => html`${filters(
        html`<label>From <input name="from" type="date" /></label>
          <label>To <input name="to" type="date" /></label>
          ${select('Clinic', 'clinic_id', 'all', app.account.clinic_ids)}`,
        filter,
      )}
      ${rows
        ? html`<h2>By day</h2>
          ${usageChart(rows)}
          ${cut ? html`<p class="hint">Only the latest ${digits(rows.length)} rows are shown; choose fewer days.</p>` : nothing}
          <p class="actions"><button type="button" @click=${() => download(rows)}>Download CSV</button></p>
          ${table('Usage, latest day first, in days of UTC', columns, rows, 'Nothing was used. Usage counts the events that a clinic’s systems record, and their deliveries.')}`
        : LOADING}`,
  };
}

/** The sums of the clinics, earliest day first. */
function days(rows) {
  const sums = new Map();
  for (const row of rows) {
    const day = sums.get(row.date) ?? { date: row.date, events: 0, succeeded: 0, failed: 0 };
    day.events += row.events_recorded;
    day.succeeded += row.deliveries_succeeded;
    day.failed += row.deliveries_failed;
    sums.set(row.date, day);
  }
  return [...sums.values()].reverse();
}

/** No value needs quotes: they are dates, ids, numbers, true and false. */
function download(rows) {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))].map((line) => line.join(','));
  const url = URL.createObjectURL(new Blob([lines.join('\r\n') + '\r\n'], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'usage.csv';
  link.click();
  URL.revokeObjectURL(url);
}
