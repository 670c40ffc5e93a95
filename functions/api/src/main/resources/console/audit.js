// Who changed what, in words.

import { html, nothing } from './lit-html.js';
import { PagedList, filters, following, more, select, table } from './lists.js';
import { disabledWord, identifier, name, time } from './words.js';

/** What the API does not filter by is looked for in pages of this size. */
const SEARCHED_AT_ONCE = 100;

const CHANGES = {
  'webhook.registered': 'Webhook registered',
  'webhook.updated': 'Settings of a webhook changed',
  'webhook.moved': 'URL or queue of a webhook changed',
  'webhook.secret_rotated': 'Secret of a webhook rotated',
  'webhook.enabled': 'Webhook enabled',
  'webhook.disabled': 'Webhook disabled',
  'webhook.deleted': 'Webhook deleted',
  'notify.confirmed': 'E-mail address of a webhook confirmed',
  'notify.ended': 'E-mails to the address of a webhook ended',
  'delivery.dismissed': 'Delivery dismissed',
  'replay.started': 'Replay started',
  'replay.cancelled': 'Replay cancelled',
  'api_key.issued': 'API key issued',
  'api_key.revoked': 'API key revoked',
  'clinic.erased': 'Clinic erased',
  'account.erased': 'Account erased',
};

const ACTORS = { api_key: 'an API key', operator: 'the operator', service: 'the service itself' };

export function auditPage(app) {
  let chosen = app.filters;
  let list = filtered();
  /** The labels of the newest webhooks and API keys, by ID. */
  let names = new Map();

  function filtered() {
    const tests = [
      chosen.action && ((entry) => entry.action === chosen.action),
      chosen.actor && ((entry) => entry.actor.type === chosen.actor),
      chosen.id && ((entry) => [entry.actor.api_key_id, ...about(entry)].includes(chosen.id)),
    ].filter(Boolean);
    return tests.length
      ? new PagedList(app.api, '/v1/audit_log', { limit: SEARCHED_AT_ONCE }, 'id', (entry) => tests.every((test) => test(entry)))
      : new PagedList(app.api, '/v1/audit_log');
  }

  const filter = (form) => {
    chosen = Object.fromEntries([...form].map(([field, value]) => [field, value.trim()]));
    app.filter(chosen);
    list = filtered();
    app.attempt(() => list.first());
  };

  const change = ({ action, reason, host }) => html`${CHANGES[action] ?? action}${host ? html` (${host})` : nothing}
    <small>${action}${reason ? `: ${disabledWord(reason)}` : nothing}</small>`;

  const key = (id) => html`${names.has(id) ? html`<bdi>${names.get(id)}</bdi>` : nothing}${identifier(id)}`;

  const actor = ({ actor: by }) => (by.api_key_id ? key(by.api_key_id) : (ACTORS[by.type] ?? by.type));

  const subject = (entry) => {
    const { webhook_id: webhook } = entry;
    return html`${webhook ? html`<a href="#/webhooks/${webhook}"><bdi>${names.get(webhook) ?? 'the webhook'}</bdi></a>` : nothing}
    ${about(entry).map((id) => (id === entry.api_key_id ? key(id) : identifier(id)))}`;
  };

  const columns = [
    ['Change', change],
    ['Time', (entry) => time(entry.created_at)],
    ['By', actor],
    ['Of', subject],
  ];

  return {
    title: 'Audit log',
    async load() {
      await list.first();
      app.render();
      const [webhooks, keys] = await Promise.all(
        [['webhooks:read', '/v1/webhooks'], ['keys:write', '/v1/api_keys']].map(([scope, path]) => (app.can(scope) ? app.api.get(path, { limit: 100 }) : { data: [] })),
      );
      names = new Map([
        ...webhooks.data.map((webhook) => [webhook.id, name(webhook)]),
        ...keys.data.filter(({ description }) => description).map((one) => [one.id, one.description]),
      ]);
    },
    refresh: () => list.refresh(),
    view: () => html`${filters(
        html`${select('Change', 'action', 'all', Object.keys(CHANGES), chosen.action, (action) => CHANGES[action])}
          ${select('By', 'actor', 'all', Object.keys(ACTORS), chosen.actor, (type) => ACTORS[type])}
          <label>ID <input name="id" placeholder="whk_…, key_…" value=${chosen.id ?? ''} /></label>
          ${following(app)}`,
        filter,
      )}
      ${table('Changes, newest first', columns, list.found, list.none('change'))}
      ${more(app, list)}`,
  };
}

/** The IDs of what was changed. */
function about(entry) {
  return [entry.webhook_id, entry.event_id, entry.replay_id, entry.api_key_id, entry.clinic_id].filter(Boolean);
}
