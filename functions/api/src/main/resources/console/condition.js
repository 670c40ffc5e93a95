// How a webhook does, in a sentence, and what to do about it.

import { html, nothing } from './lit-html.js';
import { backlog, count, outcome, time } from './words.js';

const DISABLED = {
  retries_exhausted:
    'The retries of a delivery ended without success, so the webhook was disabled. Enable it once the receiver works, and replay what it missed.',
  deliveries_expiring:
    'A delivery had waited for so long that it would soon have expired, so the webhook was disabled. Find out what deliveries wait for, enable the webhook, and replay what it missed.',
  requested: 'Somebody disabled the webhook. It gets no events until it is enabled. What it misses can be replayed then.',
  key_revoked:
    'The API key that registered the webhook was revoked, and the webhook was disabled with it. Look at where its deliveries go before you enable it.',
};

/** Whether somebody should look at it. */
export function isInTrouble(webhook) {
  return webhook.status !== 'active' || webhook.health.circuit !== 'closed' || webhook.health.failing_since !== null;
}

/** @param failed the latest delivery that failed, if it is known */
export function condition(webhook, failed = null) {
  const { tone, text } = described(webhook, failed);
  return html`<p class="message ${tone}">${text}</p>`;
}

/** The same as text. */
export function described(webhook, failed = null) {
  const { health } = webhook;
  if (webhook.status !== 'active') {
    return { tone: 'bad', text: DISABLED[webhook.disabled_reason] ?? 'The webhook is disabled.' };
  }
  if (webhook.mode === 'pull') {
    return pulled(webhook);
  }
  const because = failed ? `: ${outcome(failed.last_outcome, failed.last_status_code)}` : '';
  if (health.circuit === 'open') {
    return {
      tone: 'bad',
      text: `The last attempts failed${because}. New deliveries wait in the backlog, and a probe tries one now and then. Repair the receiver: what waits is sent once probes succeed.`,
    };
  }
  if (health.circuit === 'half_open') {
    return { tone: 'warn', text: 'The receiver accepts deliveries again. More and more of the backlog is sent. There is nothing to do.' };
  }
  if (health.failing_since) {
    return {
      tone: 'warn',
      text: html`All attempts since ${time(health.failing_since)} failed${because}. They are repeated. Look at what the receiver responds, and repair it before the retries of
      a delivery end, which disables the webhook.`,
    };
  }
  return { tone: 'good', text: html`No attempt fails at present. Deliveries are attempted as they come${waiting(webhook)}.` };
}

function waiting(webhook) {
  return webhook.health.backlog ? `, and ${backlog(webhook)} wait in the backlog, which are sent beside new ones` : nothing;
}

function pulled({ health }) {
  const waits = `${health.backlog >= 1000 ? '1,000 or more deliveries are' : `${count(health.backlog, 'delivery is', 'deliveries are')}`} not acknowledged.`;
  if (!health.last_pulled_at) {
    return { tone: health.backlog ? 'warn' : 'plain', text: `No consumer has pulled yet. ${waits} Start one with an API key that has the scope webhooks:pull.` };
  }
  return { tone: 'plain', text: html`A consumer last pulled about ${time(health.last_pulled_at)}, to the hour. ${waits}` };
}
