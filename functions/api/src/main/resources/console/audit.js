// Who changed what.

import { html } from './lit-html.js';
import { PagedList, following, more, table } from './lists.js';
import { time } from './words.js';

export function auditPage(app) {
  const list = new PagedList(app.api, '/v1/audit_log');

  const id = (text) => html`<span class="id">${text}</span>`;

  const actor = (entry) => id(entry.actor.api_key_id ?? entry.actor.type);

  const subject = (entry) => {
    const about = entry.event_id ?? entry.replay_id ?? entry.api_key_id ?? entry.host;
    const webhook = entry.webhook_id;
    return html`${webhook ? html`<a class="id" href="#/webhooks/${webhook}">${webhook}</a>` : ''} ${about ? id(about) : ''}`;
  };

  const columns = [
    ['Time', (entry) => time(entry.created_at)],
    ['Change', (entry) => html`${entry.action}${entry.reason ? html`<small>${entry.reason}</small>` : ''}`],
    ['By', actor],
    ['Of', subject],
  ];

  return {
    title: 'Audit log',
    load: () => list.first(),
    refresh: () => list.refresh(),
    view: () => html`<p>${following(app)}</p>
      ${table('Changes, newest first', columns, list.items, 'Nothing was changed yet.')}
      ${more(app, list)}`,
  };
}
