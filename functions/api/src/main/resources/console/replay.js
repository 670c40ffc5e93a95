// Replays a range of time: counts first, then sends, then shows the progress.

import { html, nothing } from './lit-html.js';
import { LOADING, PagedList, local, moment, more, table } from './lists.js';
import { terminal } from './terminal.js';
import { badge, count, digits, name, time } from './words.js';

const DAY = 86_400_000;

const CHOICES = [
  ['missed', 'what the receiver does not have'],
  ['', 'everything'],
  ['failed', 'what failed'],
  ['succeeded', 'what succeeded'],
  ['pending', 'what waits'],
  ['dismissed', 'what was dismissed'],
];

export function replayPage(app, id) {
  const path = `/v1/webhooks/${id}/replays`;
  let webhook = null;
  let estimate = null;
  let request = null;
  const list = new PagedList(app.api, path);
  /** What a list of deliveries was filtered by. */
  const { since = local(new Date(Date.now() - DAY)), until = '', delivery_status = 'missed' } = app.filters;

  const entered = (form) => ({
    since: moment(form.get('since')),
    until: moment(form.get('until')) || null,
    delivery_status: form.get('delivery_status') || null,
  });

  /** The count, without what is not chosen. */
  const asked = (form) => Object.fromEntries(Object.entries({ ...entered(form), dry_run: true }).filter(([, value]) => value));

  const estimated = (event) => {
    event.preventDefault();
    request = entered(new FormData(event.target));
    app.attempt(async () => {
      estimate = null;
      estimate = await app.api.post(path, { ...request, dry_run: true });
    });
  };

  const orMore = () => (estimate.has_more ? ' or more' : '');

  /** What a replay sends that begins now; another one has to end first, and a disabled webhook to be enabled. */
  const counted = () => {
    const found = `${digits(estimate.events_matching)}${orMore()} of ${count(estimate.events_looked_at, 'event')}`;
    if (webhook.status !== 'active') {
      return `Chosen: ${found}.`;
    }
    return running() ? `${found} are chosen. A replay is running: start the next one when it has ended.` : `${found} would be sent.`;
  };

  const mayStart = () => estimate.events_matching > 0 && webhook.status === 'active' && !running();

  const start = () => {
    // What was counted is what is sent, even if time has passed since.
    const range = { ...request, until: estimate.until };
    estimate = null;
    return app.act(
      () => app.api.post(path, range),
      () => 'The replay is on its way. Its progress is shown below.',
    );
  };

  const cancel = () =>
    app.change(
      { title: 'Cancel the replay?', text: 'What is queued is still sent.', action: 'Cancel the replay' },
      async () => {
        await app.api.post(`${path}/${running().id}/cancel`);
        await list.first();
      },
      () => 'The replay is cancelled.',
    );

  /** One at a time runs. */
  const running = () => list.items?.find((replay) => replay.status === 'running');

  const progress = () => html`<p role="note">The replay has begun.</p>
    <progress aria-label="The replay runs"></progress>
    <p class="actions"><button type="button" class="danger" @click=${cancel}>Cancel the replay</button></p>`;

  const TONES = { running: 'warn', completed: 'good', cancelled: 'plain', ended: 'bad' };

  const columns = [
    ['Begun', (replay) => time(replay.created_at)],
    ['Status', (replay) => badge(TONES[replay.status], [replay.status, replay.ended_reason?.replaceAll('_', ' ')].filter(Boolean).join(': '))],
    ['Events from', (replay) => time(replay.since)],
    ['until', (replay) => time(replay.until)],
    ['Of these', (replay) => CHOICES.find(([value]) => value === (replay.delivery_status ?? ''))?.[1] ?? replay.delivery_status],
    ['Looked at', (replay) => count(replay.events_looked_at, 'event')],
    ['Queued', (replay) => count(replay.events_queued, 'event')],
    ['Up to', (replay) => time(replay.position)],
  ];

  const history = () => html`<h2>Replays</h2>
    ${running() ? progress() : nothing}
    ${table('Replays, newest first', columns, list.items, 'There was no replay yet. Count the events of a time above, then send them.')} ${more(app, list)}`;

  const content = () => html`<p class="trail">To <a href="#/webhooks/${id}"><bdi>${name(webhook)}</bdi></a></p>
    ${webhook.status === 'active' ? nothing : html`<p class="message bad">The webhook is disabled, so nothing is sent to it. Enable it <a href="#/webhooks/${id}">on its page</a> before you replay.</p>`}
    ${form()}
    ${history()}`;

  const form = () => html`<form class="stacked" @submit=${estimated} @change=${() => { estimate = null; app.render(); }}>
      <label>Events recorded from <input name="since" type="datetime-local" step="1" value=${since} required /></label>
      <label>until (empty: now) <input name="until" type="datetime-local" step="1" value=${until} /></label>
      <label>
        Send
        <select name="delivery_status">${CHOICES.map(([value, label]) => html`<option value=${value} ?selected=${value === delivery_status}>${label}</option>`)}</select>
      </label>
      ${terminal((form) => ({ path, body: asked(form), command: `replay ${id}` }))}
      <p class="actions"><button type="submit">Count the events</button></p>
    </form>
    ${estimate
      ? html`<p data-testid="estimate">${counted()}</p>
          ${mayStart()
            ? html`<p class="actions"><button type="button" @click=${start}>Replay ${count(estimate.events_matching, 'event')}${orMore()}</button></p>`
            : nothing}`
      : nothing}`;

  return {
    title: 'Replay',
    async load() {
      [webhook] = await Promise.all([app.api.get(`/v1/webhooks/${id}`), list.first()]);
    },
    async refresh() {
      if (running()) {
        await list.refresh();
      }
    },
    view: () => (webhook ? content() : LOADING),
  };
}
