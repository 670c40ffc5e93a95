// How values of the API are shown.

import { html, nothing } from './lit-html.js';
import { copyButton } from './copy.js';

const OUTCOMES = {
  succeeded: 'succeeded',
  dns: 'host name not found',
  connect: 'no connection',
  tls: 'TLS failed',
  timeout: 'no response in time',
  redirect: 'redirect',
  refused_address: 'address outside the public internet',
  unverified: 'challenge not returned',
  no_token: 'no access token',
  no_role: 'role not assumed',
  protocol: 'broken response',
};

const REASONS = {
  registered_later: 'The webhook was registered after this event.',
  other_type: 'The webhook does not get this type.',
  other_clinic: 'The webhook does not get events of this clinic.',
  filtered: 'The filter of the webhook leaves this event out.',
  webhook_disabled: 'Not sent, because the webhook was disabled.',
  not_attempted: 'Not attempted yet, or recorded while the webhook had other settings.',
};

/** Of the IDs, in Crockford's Base32. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** As in the sentences around them: where a comma and a point change places, 1.000 deliveries would read as one. */
const NUMBER = new Intl.NumberFormat('en');
const PERCENT = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const TIME_OF_DAY = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
/** Of what the service counts by the day of UTC, whatever the zone of the reader. */
const UTC_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const UTC_DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** Why a webhook is disabled. */
const DISABLED = {
  retries_exhausted: 'retries ended',
  deliveries_expiring: 'deliveries waited too long',
  requested: 'by hand',
  key_revoked: 'its API key was revoked',
};

/** A time in the zone of the reader; its title is the time in UTC. */
export function time(text) {
  return text ? html`<time datetime=${text} title=${text}>${TIME.format(new Date(text))}</time>` : '–';
}

/** The time of day of a number of milliseconds. */
export function timeOfDay(milliseconds) {
  return TIME_OF_DAY.format(milliseconds);
}

export function shortDay(milliseconds) {
  return DAY.format(milliseconds);
}

/** A day of UTC, such as 2026-11-20, as the reader writes it. */
export function utcDate(day) {
  return html`<time datetime=${day}>${UTC_DATE.format(new Date(day))}</time>`;
}

/** The same as text, of a number of milliseconds or a day. */
export function utcDateWords(day) {
  return UTC_DATE.format(new Date(day));
}

export function shortUtcDay(day) {
  return UTC_DAY.format(new Date(day));
}

export function moments(from, until) {
  return `${MINUTE.format(from)} to ${MINUTE.format(until)}`;
}

/** When the event was recorded whose ID a cursor contains, because the ID begins with the time; null if it does not begin with one. */
export function recordedAt(cursor) {
  const [, digits] = /^evt_([0-9A-HJKMNP-TV-Z]{10})/.exec(cursor) ?? [];
  return digits ? new Date([...digits].reduce((sum, digit) => sum * DIGITS.length + DIGITS.indexOf(digit), 0)).toISOString() : null;
}

/** @param tone good, bad, warn or plain; the text alone says it too */
export function badge(tone, text) {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** What gets the deliveries in the customer's AWS account: the URL of a queue or the ARN of an event bus. */
export function resource(destination) {
  return destination.queue_url ?? destination.event_bus_arn;
}

/** What a destination is called. */
export function resourceKind(destination) {
  return destination.type === 'eventbridge' ? 'Event bus' : 'Queue';
}

/** The host of the URL; all of a queue or event bus, because those of a region have the same host. A webhook that is pulled has neither. */
export function host(webhook) {
  if (webhook.destination) {
    return resource(webhook.destination).replace(/^https:\/\//, '');
  }
  return webhook.url ? new URL(webhook.url).host : 'pulled';
}

export function name(webhook) {
  return webhook.description || (webhook.url || webhook.destination ? host(webhook) : webhook.id);
}

export function types(webhook) {
  return webhook.types.includes('*') ? 'all types' : webhook.types.map((type, at) => html`${at ? ', ' : nothing}${breakable(type)}`);
}

/** A name of a type, which is broken at its point where it does not fit. */
function breakable(type) {
  const [of, what] = type.split('.');
  return html`${of}.<wbr />${what}`;
}

export function clinics(webhook) {
  return webhook.clinic_ids?.join(', ') ?? webhook.clinic_id ?? 'all clinics';
}

/** Whether the address of a webhook gets e-mails. */
export function address(webhook) {
  return {
    confirmed: badge('good', 'confirmed'),
    pending: badge('warn', 'not confirmed: gets no e-mails yet'),
    bounced: badge('bad', 'e-mails came back: gets no more'),
    unsubscribed: badge('bad', 'unsubscribed: gets no more'),
    complained: badge('bad', 'reported an e-mail as unwanted: gets no more'),
  }[webhook.notify_status];
}

/** Status and circuit of a webhook. */
export function state(webhook) {
  if (webhook.status === 'disabled') {
    return badge('bad', `disabled: ${disabledWord(webhook.disabled_reason)}`);
  }
  if (webhook.health.circuit === 'closed' && webhook.health.failing_since) {
    return badge('warn', 'failing');
  }
  return {
    closed: badge('good', 'active'),
    half_open: badge('warn', 'circuit half open'),
    open: badge('bad', 'circuit open'),
  }[webhook.health.circuit];
}

/** Why a webhook is disabled; a reason that is newer than this page as it is. */
export function disabledWord(reason) {
  return DISABLED[reason] ?? reason.replaceAll('_', ' ');
}

/** The API counts up to 1,000. A disabled webhook has none: what waited is not sent. */
export function backlog(webhook) {
  const count = webhook.health.backlog;
  if (webhook.status === 'disabled') {
    return null;
  }
  return count >= 1000 ? '1,000 or more' : `${count}`;
}

/** In lists, the API counts up to 100. */
export function listedBacklog(webhook) {
  const count = webhook.health.backlog;
  if (webhook.status === 'disabled') {
    return '–';
  }
  return count >= 100 ? '100 or more' : `${count}`;
}

export function status(delivery) {
  const tone = { succeeded: 'good', failed: 'bad', pending: 'warn', not_sent: 'bad', dismissed: 'plain', expired: 'bad' }[delivery.status];
  return badge(tone, statusWord(delivery.status));
}

/** A status of a delivery as people read it. */
export function statusWord(name) {
  return name.replaceAll('_', ' ');
}

/** The outcome of an attempt in words, with the status code and what was wrong with TLS. */
export function outcome(name, statusCode, detail) {
  if (!name) {
    return 'not attempted';
  }
  const words = name === 'status' ? null : (OUTCOMES[name] ?? name);
  return [words, statusCode && `HTTP ${statusCode}`, detail?.replaceAll('_', ' ')].filter(Boolean).join(', ');
}

/** Of each outcome of an attempt, what it is called. */
export function outcomes() {
  return { ...OUTCOMES, status: 'another status than 2xx' };
}

/** The last outcome of a delivery, beside its status: what the status says is not said again. */
export function outcomeOf({ status, last_outcome, last_status_code }) {
  if (status === 'not_sent' && !last_outcome) {
    return REASONS.webhook_disabled;
  }
  return status === last_outcome && last_status_code ? `HTTP ${last_status_code}` : outcome(last_outcome, last_status_code);
}

export function reason(text) {
  return REASONS[text] ?? text;
}

/** An ID or a URL, with a button that copies it. */
export function identifier(text) {
  return html`<span class="id"><span>${text}</span>${copyButton(text)}</span>`;
}

export function json(value) {
  return code(JSON.stringify(value, null, 2), 'the JSON');
}

/** @param label what a button copies */
export function code(text, label) {
  return html`<div class="code"><pre tabindex="0"><code>${text}</code></pre>${copyButton(text, label)}</div>`;
}

/** A number as the sentences write it, which are in English. */
export function digits(number) {
  return NUMBER.format(number);
}

export function count(number, one, many = `${one}s`) {
  return `${digits(number)} ${number === 1 ? one : many}`;
}

/** Of whole numbers; rounded down, so that it is 100 only if there is nothing else. */
export function percent(part, whole) {
  return `${PERCENT.format(Math.floor((part * 1000) / whole) / 10)} %`;
}

/** The whole numbers beside each other that a page begins with: of each a label, a value, a line that says of what it is, and a link. */
export function tiles(all) {
  return html`<ul class="tiles">
    ${all.map(
      ([label, value, hint, path]) =>
        html`<li>
          <span class="term">${path ? html`<a href=${path}>${label}</a>` : label}</span>
          <span class="figure">${value}</span>
          <small>${hint}</small>
        </li>`,
    )}
  </ul>`;
}

/** A list of terms and their values; what has no value is left out. What may be long, as a third element says, has a line of its own. */
export function facts(pairs) {
  return html`<dl>
    ${pairs
      .filter(([, value]) => value !== null && value !== undefined && value !== nothing && value !== '')
      .map(([term, value, long]) => html`<div class=${long ? 'whole' : ''}><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
