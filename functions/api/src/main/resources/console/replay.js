// Replays a range of time: counts first, then sends, then shows the progress.

import { html, nothing } from './lit-html.js';
import { LOADING, local, moment } from './lists.js';
import { count, facts, name, time } from './words.js';

const DAY = 86_400_000;

const CHOICES = [
  ['missed', 'what the receiver does not have'],
  ['', 'everything'],
  ['failed', 'what failed'],
  ['succeeded', 'what succeeded'],
];

export function replayPage(app, id) {
  const path = `/v1/webhooks/${id}/replays`;
  let webhook = null;
  let estimate = null;
  let request = null;
  let replay = null;
  const dayAgo = local(new Date(Date.now() - DAY));

  const estimated = (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    request = {
      since: moment(form.get('since')),
      until: moment(form.get('until')) || null,
      status: form.get('status') || null,
    };
    app.attempt(async () => {
      estimate = null;
      estimate = await app.api.post(path, { ...request, dry_run: true });
    });
  };

  const matching = () => `${count(estimate.events_matching, 'event')}${estimate.has_more ? ' or more' : ''}`;

  const start = () =>
    app.change(
      { title: 'Replay the events?', text: `${name(webhook)} gets ${matching()} again.`, action: 'Replay' },
      async () => {
        // What was counted is what is sent, even if time has passed since.
        replay = await app.api.post(path, { ...request, until: estimate.until });
        estimate = null;
      },
      () => 'The replay has begun.',
    );

  const cancel = () =>
    app.change(
      { title: 'Cancel the replay?', text: 'What is queued is still sent.', action: 'Cancel the replay' },
      async () => {
        replay = await app.api.post(`${path}/${replay.id}/cancel`);
      },
      () => 'The replay is cancelled.',
    );

  const progress = () => html`<h2>Progress</h2>
    ${replay.status === 'running' ? html`<progress aria-label="The replay runs"></progress>` : nothing}
    ${facts([
      ['Status', replay.status],
      ['Looked at', count(replay.events_looked_at, 'event')],
      ['Queued', count(replay.events_queued, 'event')],
      ['Up to', replay.position ? time(replay.position) : nothing],
    ])}
    ${replay.status === 'running'
      ? html`<p class="actions"><button type="button" @click=${cancel}>Cancel the replay</button></p>`
      : nothing}`;

  const content = () => html`<p>To <a href="#/webhooks/${id}">${name(webhook)}</a></p>
    ${webhook.status === 'active' ? form() : html`<p class="message bad">The webhook is disabled, so nothing is sent to it. Enable it first.</p>`}
    ${replay ? progress() : nothing}`;

  const form = () => html`<form class="stacked" @submit=${estimated} @change=${() => { estimate = null; app.render(); }}>
      <label>Events recorded from <input name="since" type="datetime-local" step="1" value=${dayAgo} required /></label>
      <label>until (empty: now) <input name="until" type="datetime-local" step="1" /></label>
      <label>
        Send
        <select name="status">${CHOICES.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select>
      </label>
      <p class="actions"><button type="submit">Count the events</button></p>
    </form>
    ${estimate
      ? html`<p data-testid="estimate">${matching()} of ${count(estimate.events_looked_at, 'event')} would be sent.</p>
          ${estimate.events_matching
            ? html`<p class="actions"><button type="button" @click=${start}>Replay ${matching()}</button></p>`
            : nothing}`
      : nothing}`;

  return {
    title: 'Replay',
    async load() {
      const [receiver, latest] = await Promise.all([app.api.get(`/v1/webhooks/${id}`), app.api.get(path, { limit: 1 })]);
      webhook = receiver;
      replay = latest.data[0] ?? null;
    },
    async refresh() {
      if (replay?.status === 'running') {
        replay = await app.api.get(`${path}/${replay.id}`);
      }
    },
    view: () => (webhook ? content() : LOADING),
  };
}
