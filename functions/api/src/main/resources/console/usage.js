// What each clinic used on each day, as a chart, a table and a CSV file.

import { html, nothing } from './lit-html.js';
import { chart } from './charts.js';
import { LOADING, filters, newest, select, table } from './lists.js';
import { count, digits, shortUtcDay, utcDate, utcDateWords } from './words.js';

const DAY = 86_400_000;

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

/**
 * Events and deliveries of each day, also of those on which there were none.
 *
 * @param from the first day, at most; without it, that of the earliest row
 * @param to the last day; without it, that of the latest row
 */
export function usageChart(rows, { from, to } = {}) {
  if (!rows.length && !from) {
    return nothing;
  }
  const all = days(rows, from ?? rows.at(-1).date, to ?? rows[0].date);
  const bars = (fields, series) =>
    all.map((day) => {
      const parts = fields.map((field) => day[field]);
      return { label: shortUtcDay(day.date), title: utcDateWords(day.date), parts, words: parts.map((part, at) => `${digits(part)} ${series[at].label}`).join(', ') };
    });
  const total = (field) => all.reduce((sum, day) => sum + day[field], 0);
  return html`<figure>
    <div class="charts">
      ${chart({ title: 'Events', series: EVENTS, bars: bars(['events'], EVENTS) })}
      ${chart({ title: 'Deliveries', series: DELIVERIES, bars: bars(['succeeded', 'failed'], DELIVERIES) })}
    </div>
    <figcaption>
      ${utcDate(all[0].date)}${all.length > 1 ? html` to ${utcDate(all.at(-1).date)}` : nothing}, in days of UTC: ${count(total('events'), 'event')} recorded,
      ${count(total('succeeded'), 'delivery', 'deliveries')} succeeded, ${digits(total('failed'))} failed
    </figcaption>
  </figure>`;
}

export function usagePage(app) {
  let rows = null;
  let cut = false;
  const { from, to, clinic_id } = app.filters;
  let chosen = { from, to, clinic_id };

  async function read() {
    ({ rows, cut } = await readUsage(app.api, chosen));
  }

  const filter = (form) => {
    chosen = Object.fromEntries(form);
    app.filter(chosen);
    app.attempt(read);
  };

  const columns = [
    ['Day', (row) => (row.final ? utcDate(row.date) : html`${utcDate(row.date)}<small>${row.complete ? 'not final' : 'not final, counted in part'}</small>`)],
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
        html`<label>From <input name="from" type="date" value=${from ?? ''} /></label>
          <label>To <input name="to" type="date" value=${to ?? ''} /></label>
          ${select('Clinic', 'clinic_id', 'all', app.account.clinic_ids, chosen.clinic_id)}`,
        filter,
      )}
      ${rows
        ? html`<h2>By day</h2>
          ${usageChart(rows)}
          ${cut ? html`<p class="hint">Only the latest ${digits(rows.length)} rows are shown; choose fewer days.</p>` : nothing}
          <p class="actions"><button type="button" @click=${() => download(rows)}>Download CSV</button></p>
          ${table('Usage, latest day first, in days of UTC', columns, rows, Object.values(chosen).some(Boolean) ? 'Nothing was used. Choose other days or another clinic above.' : 'Nothing was used. Usage counts the events that a clinic’s systems record, and their deliveries.')}`
        : LOADING}`,
  };
}

/** The sums of the clinics, earliest day first. A day without a row has had no usage. */
function days(rows, from, to) {
  const sums = new Map();
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
    const date = new Date(time).toISOString().slice(0, 10);
    sums.set(date, { date, events: 0, succeeded: 0, failed: 0 });
  }
  for (const row of rows.filter(({ date }) => sums.has(date))) {
    const day = sums.get(row.date);
    day.events += row.events_recorded;
    day.succeeded += row.deliveries_succeeded;
    day.failed += row.deliveries_failed;
  }
  return [...sums.values()];
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
