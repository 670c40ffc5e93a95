// What became of the deliveries of a webhook: by the hour or day, and in all.

import { html, nothing } from './lit-html.js';
import { chart, sparkline } from './charts.js';
import { count, digits, moments, percent, recordedAt, shortDay, shortUtcDay, tiles, timeOfDay, utcDateWords } from './words.js';

const HOUR = 3_600_000;

/** What a chart can cover: hours, bars where deliveries are listed, intervals where they are counted, and what it is called. */
export const RANGES = {
  day: { hours: 24, bars: 24, interval: 'hour', label: 'Last 24 hours' },
  week: { hours: 168, bars: 28, interval: 'day', label: 'Last 7 days' },
  month: { hours: 720, bars: 30, interval: 'day', label: 'Last 30 days' },
};

/** Figures are read again with each tenth refresh. */
const REFRESHES = 10;

const INTERVALS = { hour: HOUR, day: 24 * HOUR };

/** By the field of an interval; the last has whatever no attempt follows. */
const COUNTS = [
  ['delivered', 'good', 'delivered'],
  ['pending', 'warn', 'pending'],
  ['failed', 'bad', 'not delivered'],
];

/** By the status of a delivery, from the bottom of a bar. */
const STATUSES = [
  ['succeeded', 'good', 'delivered'],
  ['pending', 'warn', 'pending'],
  ['failed', 'bad', 'failed'],
  ['not_sent', 'bad', 'not sent'],
  ['dismissed', 'plain', 'dismissed'],
  ['expired', 'bad', 'expired'],
];

const OUTCOMES = STATUSES.map(([, tone, label]) => ({ tone, label }));
const COUNTED = COUNTS.map(([, tone, label]) => ({ tone, label }));
const ALWAYS_SAID = ['delivered', 'failed', 'not delivered'];
const ATTEMPTS = [
  { tone: 'good', label: 'succeeded' },
  { tone: 'bad', label: 'failed' },
];
const TIMES = [
  { tone: 'accent', label: 'median' },
  { tone: 'soft', label: '95th percentile' },
];

/**
 * What became of a webhook's deliveries: as the API counts them for whoever sees all clinics, else as the newest pages of the log say.
 *
 * @param failures whether what failed last is wanted too, which the figures do not name
 */
export function recentOf(app, webhook, range, maxPages, { failures } = {}) {
  return app.account.api_key.clinic_ids ? new Listed(app.api, webhook, range, maxPages) : new Counted(app.api, webhook, range, failures);
}

/** The figures of a webhook, and its newest deliveries for what failed last. */
class Counted {
  #api;
  #path;
  #range;
  #failures;
  #figures = null;
  #deliveries = [];
  #refreshes = 0;

  constructor(api, webhook, range, failures) {
    this.#api = api;
    this.#path = `/v1/webhooks/${webhook}`;
    this.#range = range;
    this.#failures = failures;
  }

  async read() {
    const since = new Date(Date.now() - this.#range.hours * HOUR).toISOString();
    const [figures, page] = await Promise.all([
      this.#api.get(`${this.#path}/stats`, { interval: this.#range.interval, from: begin(this.#range) }),
      this.#failures ? this.#api.get(`${this.#path}/deliveries`, { since, limit: 100 }) : { data: [] },
    ]);
    this.#figures = figures;
    this.#deliveries = page.data;
  }

  /** The API counts today anew each time, which costs many requests where there is much. */
  async refresh() {
    this.#refreshes++;
    if (this.#refreshes % REFRESHES === 0) {
      await this.read();
    }
  }

  get summary() {
    const { data, total, complete } = this.#figures;
    return {
      range: this.#range,
      bars: data.map(counted(this.#range.interval)),
      outcomes: COUNTED,
      counted: true,
      partial: !complete,
      sums: countsOf(total),
      undelivered: total.failed,
      failedAttempts: total.failed_attempts,
      median: total.p50_ms ?? undefined,
      slow: total.p95_ms ?? undefined,
      failure: latestFailure(this.#deliveries),
    };
  }
}

/** When the first interval begins, so that the present one is the last. */
function begin({ hours, interval }) {
  return new Date(Date.now() - hours * HOUR + INTERVALS[interval]).toISOString();
}

/** Makes a bar of an interval: of an hour, or of a day of UTC. */
function counted(long) {
  return (interval) => {
    const from = Date.parse(interval.from);
    return {
      from,
      until: from + INTERVALS[long],
      utcDay: long === 'day',
      counts: countsOf(interval),
      attempts: [interval.attempts - interval.failed_attempts, interval.failed_attempts],
      median: interval.p50_ms ?? undefined,
      slow: interval.p95_ms ?? undefined,
    };
  };
}

function countsOf(figures) {
  return COUNTS.map(([field]) => figures[field]);
}

/** The delivery log of a webhook back to a time, of which the newest pages are read. */
class Listed {
  #api;
  #path;
  #range;
  #maxPages;
  #deliveries = new Map();
  #cut = false;

  /** A page has 100 deliveries. */
  constructor(api, webhook, range, maxPages) {
    this.#api = api;
    this.#path = `/v1/webhooks/${webhook}/deliveries`;
    this.#range = range;
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

  /** What a chart shows: by the bar and in all, and how many deliveries it is of, if that is not all. */
  get summary() {
    return summary([...this.#deliveries.values()], this.#range, this.#cut ? this.#deliveries.size : null, Date.now());
  }

  async #page(after) {
    const since = new Date(Date.now() - this.#range.hours * HOUR).toISOString();
    const page = await this.#api.get(this.#path, { since, limit: 100, starting_after: after });
    page.data.forEach((delivery) => this.#deliveries.set(delivery.event_id, delivery));
    return page;
  }
}

function summary(deliveries, range, newest, now) {
  const long = (range.hours * HOUR) / range.bars;
  const bars = Array.from({ length: range.bars }, (_, at) => ({
    from: now - (range.bars - at) * long,
    until: now - (range.bars - at - 1) * long,
    counts: STATUSES.map(() => 0),
    attempts: [0, 0],
    times: [],
    // An empty bar would say that nothing happened, and a low one that little did.
    unread: false,
    cut: false,
  }));
  for (const delivery of deliveries) {
    // What was not attempted has no time; as a rule, it waits now. The clocks may differ.
    const ago = delivery.first_attempt_at ? Math.floor((now - Date.parse(delivery.first_attempt_at)) / long) : 0;
    const bar = bars[Math.min(range.bars - 1, range.bars - 1 - ago)];
    const status = STATUSES.findIndex(([name]) => name === delivery.status);
    if (!bar || status < 0) {
      continue;
    }
    bar.counts[status]++;
    const failed = delivery.failed_attempts_count ?? 0;
    bar.attempts[0] += (delivery.attempts_count ?? 0) - failed;
    bar.attempts[1] += failed;
    if (delivery.status === 'succeeded') {
      bar.times.push(delivery.last_duration_ms);
    }
  }
  if (newest) {
    const readBackTo = Math.min(...deliveries.map(({ event_id }) => Date.parse(recordedAt(event_id))));
    bars.filter(({ from }) => from < readBackTo).forEach((bar) => {
      bar.unread = bar.until <= readBackTo;
      bar.cut = !bar.unread;
    });
  }
  const times = bars.flatMap((bar) => bar.times);
  bars.forEach((bar) => {
    bar.median = quantile(bar.times, 0.5);
    bar.slow = quantile(bar.times, 0.95);
  });
  const sums = STATUSES.map((_, at) => bars.reduce((sum, { counts }) => sum + counts[at], 0));
  const [, , failed, notSent, , expired] = sums;
  return {
    range,
    outcomes: OUTCOMES,
    bars,
    newest,
    sums,
    undelivered: failed + notSent + expired,
    failedAttempts: bars.reduce((sum, { attempts }) => sum + attempts[1], 0),
    median: quantile(times, 0.5),
    slow: quantile(times, 0.95),
    failure: latestFailure(deliveries),
  };
}

/** @return nothing of no values */
function quantile(values, part) {
  return values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))];
}

/** The delivery that was begun last of those whose last attempt failed. */
function latestFailure(deliveries) {
  return deliveries
    .filter((delivery) => delivery.last_outcome && delivery.last_outcome !== 'succeeded')
    .toSorted((one, other) => Date.parse(other.first_attempt_at) - Date.parse(one.first_attempt_at))[0];
}

/** What charts cover. A list of webhooks reads less of each than the page of one. */
export function heading({ range, newest }) {
  return newest ? `${range.label}, newest ${digits(newest)} deliveries` : range.label;
}

/** In one line of a table. */
export function recentLine(recent) {
  if (!recent) {
    return html`<span class="hint">…</span>`;
  }
  return html`<figure>
    ${sparkline(recent.outcomes, recent.bars.map(({ counts }) => counts))}
    <figcaption>${sentence(recent)}</figcaption>
  </figure>`;
}

/** The figures of a webhook, and charts of its deliveries, attempts and response times. */
export function recentCharts(recent) {
  const [succeeded] = recent.sums;
  const decided = succeeded + recent.undelivered;
  return html`${tiles([
      ['Delivered', digits(succeeded), `of ${count(recent.sums.reduce((sum, one) => sum + one), 'delivery', 'deliveries')}`],
      ['Success rate', decided ? percent(succeeded, decided) : '–', 'of those that are decided'],
      ['Median response', recent.median === undefined ? '–' : `${digits(recent.median)} ms`, recent.counted ? 'of the attempts' : 'of what was delivered'],
      ['95th percentile', recent.slow === undefined ? '–' : `${digits(recent.slow)} ms`, recent.counted ? 'of the attempts' : 'of what was delivered'],
    ])}
    <figure>
      <div class="charts">
        ${chart({ title: 'Deliveries', series: recent.outcomes, bars: barsOf(recent, recent.outcomes, ({ counts }) => counts) })}
        ${chart({ title: 'Attempts', series: ATTEMPTS, bars: barsOf(recent, ATTEMPTS, ({ attempts }) => attempts) })}
        ${chart({ title: 'Response time', series: TIMES, bars: recent.bars.map((bar) => timesOf(bar, recent.range)), unit: 'ms' })}
      </div>
      <figcaption>${sentence(recent)}</figcaption>
    </figure>
    <p class="hint">
      ${recent.counted
        ? `A delivery and its attempts are shown at the time when its event was recorded${recent.range.interval === 'day' ? ', in days of UTC' : ''}. What waits in the backlog without an attempt is not counted.`
        : 'A delivery and its attempts are shown at the time of its first attempt, and what was not attempted yet, now.'}
    </p>`;
}

function barsOf(recent, series, values) {
  return recent.bars.map((bar) => {
    const parts = values(bar);
    const words = parts.map((part, at) => (part ? `${digits(part)} ${series[at].label}` : null)).filter(Boolean);
    return { ...placed(bar, recent.range), parts, words: said(bar, words.join(', ')) };
  });
}

function timesOf(bar, range) {
  const { median = 0, slow = 0 } = bar;
  const words = slow ? `median ${digits(median)} ms, 95th percentile ${digits(slow)} ms` : '';
  return { ...placed(bar, range), parts: [median, slow - median], words: said(bar, words) };
}

/** What a bar says, and whether that is all. */
function said({ unread, cut }, words) {
  return unread ? 'not read' : `${words || 'none'}${cut ? ', read in part' : ''}`;
}

function placed({ from, until, unread, utcDay }, range) {
  if (utcDay) {
    return { unread, label: shortUtcDay(from), title: utcDateWords(from) };
  }
  return { unread, label: (range.hours === 24 ? timeOfDay : shortDay)(from), title: moments(from, until) };
}

function sentence({ outcomes, sums, newest, partial, failedAttempts, median }) {
  // Whether anything failed is said in any case.
  const named = outcomes.map(({ label }, at) => (sums[at] || ALWAYS_SAID.includes(label) ? `${digits(sums[at])} ${label}` : null));
  const words = [
    ...named,
    failedAttempts ? `${count(failedAttempts, 'attempt')} failed` : null,
    median === undefined ? null : `median ${digits(median)} ms`,
  ].filter(Boolean);
  return html`${words.join(', ')}${partial ? '. There was more than could be counted.' : nothing}${newest ? `. There were more than the newest ${digits(newest)}, which this covers.` : nothing}`;
}
