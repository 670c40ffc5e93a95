// Small charts. Each says the same in words, for those who cannot see it.

import { html, nothing, svg } from './lit-html.js';
import { count, digits } from './words.js';

const HOUR = 3_600_000;
const HOURS = 24;
const WIDEST_BAR = 32;

/** The kinds of bars by the status of a delivery, from the bottom. */
const KINDS = { succeeded: 'good', pending: 'warn', failed: 'bad', not_sent: 'bad', dismissed: 'plain', expired: 'bad' };

/** The delivery log of the last 24 hours of a webhook, of which the newest pages are read. */
export class LastDay {
  #api;
  #path;
  #maxPages;
  #deliveries = new Map();
  #cut = false;

  /** A page has 100 deliveries. */
  constructor(api, webhook, maxPages) {
    this.#api = api;
    this.#path = `/v1/webhooks/${webhook}/deliveries`;
    this.#maxPages = maxPages;
  }

  /** Reads all of it. */
  async read() {
    this.#deliveries.clear();
    let page = await this.#page();
    for (let pages = 1; page.has_more && pages < this.#maxPages; pages++) {
      page = await this.#page(page.next_cursor);
    }
    this.#cut = page.has_more;
  }

  /** Reads what is new. What is older than a page stays as it was read. */
  async refresh() {
    const known = this.#deliveries.size;
    const page = await this.#page();
    if (page.has_more && this.#deliveries.size === known + page.data.length) {
      await this.read();
    }
  }

  /** What the chart shows: by the hour and in all, and how many deliveries it is of, if that is not all. */
  get summary() {
    return summary([...this.#deliveries.values()], this.#cut ? this.#deliveries.size : null, Date.now());
  }

  async #page(after) {
    const since = new Date(Date.now() - HOURS * HOUR).toISOString();
    const page = await this.#api.get(this.#path, { since, limit: 100, starting_after: after });
    page.data.forEach((delivery) => this.#deliveries.set(delivery.event_id, delivery));
    return page;
  }
}

function summary(deliveries, newest, now) {
  const hours = Array.from({ length: HOURS }, () => Object.fromEntries(Object.keys(KINDS).map((status) => [status, 0])));
  const times = [];
  let failedAttempts = 0;
  for (const delivery of deliveries) {
    // What was not attempted has no hour; as a rule, it waits now.
    const ago = delivery.first_attempt_at ? Math.floor((now - Date.parse(delivery.first_attempt_at)) / HOUR) : 0;
    // The clocks may differ.
    const hour = hours[Math.min(HOURS - 1, HOURS - 1 - ago)];
    if (!hour) {
      continue;
    }
    hour[delivery.status]++;
    failedAttempts += delivery.failed_attempts_count ?? 0;
    if (delivery.status === 'succeeded') {
      times.push(delivery.last_duration_ms);
    }
  }
  times.sort((one, other) => one - other);
  return { hours, newest, failedAttempts, median: times[Math.floor(times.length / 2)], failure: latestFailure(deliveries) };
}

/** The delivery that was begun last of those whose last attempt failed. */
function latestFailure(deliveries) {
  return deliveries
    .filter((delivery) => delivery.last_outcome && delivery.last_outcome !== 'succeeded')
    .toSorted((one, other) => Date.parse(other.first_attempt_at) - Date.parse(one.first_attempt_at))[0];
}

/** What a chart covers. A list of webhooks reads less of each than the page of one. */
export function dayHeading(day) {
  return day?.newest ? `Last 24 hours, newest ${digits(day.newest)} deliveries` : 'Last 24 hours';
}

/** What became of deliveries by the hour, and the median response time. */
export function dayChart(day) {
  if (!day) {
    return html`<span class="empty">…</span>`;
  }
  const sum = (status) => day.hours.reduce((total, hour) => total + hour[status], 0);
  const words = [
    `${digits(sum('succeeded'))} delivered`,
    sum('pending') ? `${digits(sum('pending'))} pending` : null,
    `${digits(sum('failed'))} failed`,
    sum('not_sent') ? `${digits(sum('not_sent'))} not sent` : null,
    sum('dismissed') ? `${digits(sum('dismissed'))} dismissed` : null,
    sum('expired') ? `${digits(sum('expired'))} expired` : null,
    day.failedAttempts ? `${count(day.failedAttempts, 'attempt')} failed` : null,
    day.median === undefined ? null : `median ${day.median} ms`,
  ].filter(Boolean);
  return html`<figure class="day">
    ${bars(day.hours, 96, 24)}
    <figcaption>
      ${words.join(', ')}${day.newest ? `. There were more than the newest ${digits(day.newest)}, which this covers.` : nothing}
    </figcaption>
  </figure>`;
}

/** Events recorded and deliveries of each day. */
export function usageChart(days) {
  const total = (field) => days.reduce((sum, day) => sum + day[field], 0);
  return html`<figure class="usage">
    ${bars(days, 640, 120)}
    <figcaption>
      ${days.length ? `${days[0].date} to ${days.at(-1).date}: ` : ''}${count(total('events'), 'event')} recorded,
      ${count(total('succeeded'), 'delivery', 'deliveries')} succeeded, ${digits(total('failed'))} failed
    </figcaption>
  </figure>`;
}

/** @param stacks each with numbers by the status of a delivery */
function bars(stacks, width, height) {
  const statuses = Object.keys(KINDS);
  const most = Math.max(1, ...stacks.map((stack) => statuses.reduce((sum, status) => sum + (stack[status] ?? 0), 0)));
  const step = Math.min(width / stacks.length, WIDEST_BAR);
  const bar = (stack, at) => {
    let top = height;
    return statuses
      .filter((status) => stack[status])
      .map((status) => {
        const tall = (stack[status] / most) * height;
        top -= tall;
        return svg`<rect class=${KINDS[status]} x=${at * step} y=${top} width=${Math.max(1, step - 1)} height=${tall}></rect>`;
      });
  };
  return html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true" focusable="false">
    ${stacks.map(bar)}
    <line x1="0" x2=${width} y1=${height} y2=${height}></line>
  </svg>`;
}
