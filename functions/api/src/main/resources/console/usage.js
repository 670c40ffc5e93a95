// What each clinic used on each day, as a chart, a table and a CSV file.

import { html, nothing } from './lit-html.js';
import { usageChart } from './charts.js';
import { LOADING, filters, select, table } from './lists.js';
import { digits } from './words.js';

const COLUMNS = ['date', 'clinic_id', 'events_recorded', 'deliveries_succeeded', 'deliveries_failed', 'attempts', 'final', 'complete'];

/** Rows that the page reads at most, 100 a request; the CSV has as many. */
const MOST_ROWS = 5000;

export function usagePage(app) {
  let rows = null;
  let cut = false;
  let chosen = {};

  async function read() {
    const all = [];
    let after;
    do {
      const page = await app.api.get('/v1/usage', { ...chosen, limit: 100, starting_after: after });
      all.push(...page.data);
      after = page.next_cursor;
    } while (after && all.length < MOST_ROWS);
    rows = all;
    cut = Boolean(after);
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
        ? html`${usageChart(days(rows))}
          ${cut ? html`<p class="hint">Only the latest ${digits(MOST_ROWS)} rows are shown; choose fewer days.</p>` : nothing}
          <p class="actions"><button type="button" @click=${() => download(rows)}>Download CSV</button></p>
          ${table('Usage, latest day first, in days of UTC', columns, rows, 'Nothing was used.')}`
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
