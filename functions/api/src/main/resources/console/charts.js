// Small charts. Each says the same in words, for those who cannot see it.

import { html, nothing, svg } from './lit-html.js';
import { count } from './words.js';

const HOUR = 3_600_000;
const HOURS = 24;
const WIDEST_BAR = 32;

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
  const hours = Array.from({ length: HOURS }, () => ({ delivered: 0, failed: 0 }));
  const times = [];
  for (const delivery of deliveries.filter((one) => one.first_attempt_at)) {
    const ago = Math.floor((now - Date.parse(delivery.first_attempt_at)) / HOUR);
    // The clocks may differ.
    const hour = hours[Math.min(HOURS - 1, HOURS - 1 - ago)];
    if (!hour) {
      continue;
    }
    if (delivery.status === 'succeeded') {
      hour.delivered++;
      times.push(delivery.last_duration_ms);
    } else {
      hour.failed++;
    }
  }
  const sum = (field) => hours.reduce((total, hour) => total + hour[field], 0);
  times.sort((one, other) => one - other);
  return { hours, newest, delivered: sum('delivered'), failed: sum('failed'), median: times[Math.floor(times.length / 2)] };
}

/** Delivered and failed by the hour, and the median response time. */
export function dayChart(day) {
  if (!day) {
    return html`<span class="empty">…</span>`;
  }
  const words = [
    `${day.delivered.toLocaleString()} delivered`,
    `${day.failed.toLocaleString()} failed`,
    day.median === undefined ? null : `median ${day.median} ms`,
  ].filter(Boolean);
  const most = Math.max(1, ...day.hours.map((hour) => hour.delivered + hour.failed));
  return html`<figure class="day">
    ${bars(day.hours.map((hour) => [hour.delivered, hour.failed]), most, 96, 24)}
    <figcaption>
      ${words.join(', ')}${day.newest ? `. There were more: this covers the newest ${day.newest.toLocaleString()} deliveries.` : nothing}
    </figcaption>
  </figure>`;
}

/** Events recorded and deliveries of each day. */
export function usageChart(days) {
  const most = Math.max(1, ...days.map((day) => day.succeeded + day.failed));
  const total = (field) => days.reduce((sum, day) => sum + day[field], 0);
  return html`<figure class="usage">
    ${bars(days.map((day) => [day.succeeded, day.failed]), most, 640, 120)}
    <figcaption>
      ${days.length ? `${days[0].date} to ${days.at(-1).date}: ` : ''}${count(total('events'), 'event')} recorded,
      ${count(total('succeeded'), 'delivery', 'deliveries')} succeeded, ${total('failed').toLocaleString()} failed
    </figcaption>
  </figure>`;
}

function bars(stacks, most, width, height) {
  const step = Math.min(width / stacks.length, WIDEST_BAR);
  const bar = ([good, bad], at) => {
    const up = (good / most) * height;
    const on = (bad / most) * height;
    const box = (kind, y, tall) =>
      svg`<rect class=${kind} x=${at * step} y=${y} width=${Math.max(1, step - 1)} height=${tall}></rect>`;
    return svg`${box('good', height - up, up)}${box('bad', height - up - on, on)}`;
  };
  return html`<svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} aria-hidden="true" focusable="false">
    ${stacks.map(bar)}
    <line x1="0" x2=${width} y1=${height} y2=${height}></line>
  </svg>`;
}
