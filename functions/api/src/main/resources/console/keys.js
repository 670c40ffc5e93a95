// The API keys of the account, and links to the console.

import { html, nothing } from './lit-html.js';
import { show } from './dialog.js';
import { PagedList, moment, more, select, table } from './lists.js';
import { terminal } from './terminal.js';
import { count, identifier, name, time, utcDate } from './words.js';

const MOST_NAMED = 10;

/** What each scope allows, as docs/api/keys.md says it; one that is newer than this page has its name alone. */
const ALLOWED = {
  'events:write': 'record events',
  'events:read': 'read events, the feed and the event types',
  'webhooks:write': 'register, change and delete webhooks, ping and test them, redeliver and replay events, dismiss deliveries',
  'webhooks:read': 'read webhooks, their deliveries and replays',
  'webhooks:pull': 'pull the deliveries of webhooks that are pulled, and acknowledge them',
  'keys:write': 'list the account’s API keys, issue and revoke them',
  'console:write': 'make links to the console',
  'usage:read': 'read usage',
  'audit:read': 'read what was changed, and by whom',
};

/** How the service describes the key of a link in an e-mail, which it issues itself. */
const ABOUT = /^E-mail about (whk_[\w-]+)$/;

function isOfMail(key) {
  return key.created_by === null && ABOUT.test(key.description ?? '');
}

export function keysPage(app) {
  const list = new PagedList(app.api, '/v1/api_keys', {}, 'id', (key) => !isOfMail(key));
  /** The ID of the key that alone is shown, for whom a search leads here. */
  const { id: one } = app.filters;
  let found = null;
  /** The labels of the newest webhooks. */
  let names = new Map();
  const own = app.account.api_key;

  const checkboxes = (scopes) => html`<fieldset>
    <legend>Scopes</legend>
    ${scopes.map((scope) => html`<label class="inline"><input type="checkbox" name="scopes" value=${scope} aria-describedby="scope-${scope}" /> ${scope}</label>
      <span class="hint" id="scope-${scope}">${ALLOWED[scope]}</span><br />`)}
  </fieldset>`;

  const clinic = () =>
    own.clinic_ids === null
      ? select('Clinic', 'clinic_id', 'all clinics', app.account.clinic_ids)
      : html`<label>Clinic <select name="clinic_id">${own.clinic_ids.map((id) => html`<option>${id}</option>`)}</select></label>`;

  const seen = (form) => (form.get('clinic_id') ? [form.get('clinic_id')] : null);

  /** Where the response with the secret was lost, that to the repeat has a message instead, which says what to do. */
  const shown = (title, text, secret, message) => (secret ? show({ title, text, secret }) : show({ title, text: message }));

  const requested = (form) => ({
    ...(form.get('description') ? { description: form.get('description') } : {}),
    scopes: form.getAll('scopes'),
    clinic_ids: seen(form),
    ...(moment(form.get('expires_at')) ? { expires_at: moment(form.get('expires_at')) } : {}),
  });

  const issue = async () => {
    const issued = await app.change(
      {
        title: 'Issue an API key?',
        text: 'It never has more than your own key.',
        action: 'Issue',
        fields: html`<label>Description <input name="description" maxlength="100" /></label>${checkboxes(own.scopes)} ${clinic()}
          <label>Expires <input name="expires_at" type="datetime-local" step="1" aria-describedby="expires-hint" /></label>
          <p class="hint" id="expires-hint">
            ${own.expires_at ? html`No later than your own key, on ${time(own.expires_at)}; empty: then.` : 'Empty: never, until somebody revokes it.'}
          </p>
          ${terminal((form) => ({ path: '/v1/api_keys', body: requested(form), command: 'keys issue', none: { clinic_ids: '--all-clinics' } }))}`,
      },
      (form) => app.api.post('/v1/api_keys', requested(form)),
      (key) => `The key ${key.id} is issued.`,
    );
    if (issued) {
      await shown('The new API key', 'Store it now: it is not shown again.', issued.secret, issued.message);
    }
  };

  const linked = (form) => ({ scopes: form.getAll('scopes'), clinic_ids: seen(form), expires_in: Number(form.get('hours')) * 3600 });

  const link = async () => {
    const made = await app.change(
      {
        title: 'Make a link to the console?',
        text: 'Whoever has the link can use it until it expires. It has an API key of its own, which you can revoke here.',
        action: 'Make the link',
        fields: html`${checkboxes(own.scopes)} ${clinic()}
          <label>Valid for (hours) <input name="hours" type="number" min="1" max="168" value="1" required /></label>
          ${terminal((form) => ({ path: '/v1/console_links', body: linked(form), command: 'console-links create', none: { clinic_ids: '--all-clinics' } }))}`,
      },
      (form) => app.api.post('/v1/console_links', linked(form)),
      () => 'The link is made.',
    );
    if (made) {
      await shown('The link', 'Pass it on now: it is not shown again.', made.url, made.message);
    }
  };

  const revoke = (key) =>
    app.change(
      {
        title: 'Revoke the API key?',
        text: `${key.description ?? key.id} is refused within a minute, for good. What was made with it stays, unless you take it along. If it was stolen, take both.`,
        action: 'Revoke',
        danger: true,
        fields: html`<label class="inline"><input type="checkbox" name="with_webhooks" value="true" /> Disable the webhooks that were registered with it</label>
          <label class="inline"><input type="checkbox" name="with_issued_keys" value="true" /> Revoke the keys that it issued, and those that they issued</label>`,
      },
      (form) => app.api.delete(`/v1/api_keys/${key.id}`, Object.fromEntries(form)),
      revoked,
    );

  const revocation = (key) =>
    key.id === own.id
      ? 'this key'
      : html`<button type="button" class="quiet danger" aria-label="Revoke ${key.description ?? key.id}" @click=${() => revoke(key)}>Revoke</button>`;

  const webhookOf = (key) => {
    const id = ABOUT.exec(key.description)[1];
    return html`<a href="#/webhooks/${id}"><bdi>${names.get(id) ?? id}</bdi></a>${identifier(key.id)}`;
  };

  const lastUsed = (key) => (key.last_used_on ? utcDate(key.last_used_on) : 'never');

  const mailColumns = [
    ['E-mail about', webhookOf],
    ['Clinics', (key) => key.clinic_ids?.join(', ') ?? 'all clinics'],
    ['Last used', lastUsed],
    ['Expires', (key) => time(key.expires_at)],
    ['Change', revocation],
  ];

  /** A working account has many of them, and nobody issued any. */
  const ofMails = (keys) =>
    keys.length
      ? html`<details>
          <summary>${count(keys.length, 'link in an e-mail', 'links in e-mails')}</summary>
          ${table('Links in e-mails, newest first', mailColumns, keys, '')}
        </details>`
      : nothing;

  const columns = [
    ['API key', (key) => html`${key.description ? html`<bdi>${key.description}</bdi>` : nothing}${identifier(key.id)}`],
    ['Scopes', (key) => key.scopes.join(', ')],
    ['Clinics', (key) => key.clinic_ids?.join(', ') ?? 'all clinics'],
    ['Last used', lastUsed],
    ['Expires', (key) => (key.expires_at ? time(key.expires_at) : 'never')],
    ['Change', revocation],
  ];

  const only = () => html`<p class="trail"><a href="#/keys">All API keys</a></p>
    ${table('One API key', columns, found, '')}`;

  const all = () => html`<p class="actions">
      <button type="button" @click=${issue}>Issue an API key</button>
      ${app.can('console:write') ? html`<button type="button" class="quiet" @click=${link}>Make a link to the console</button>` : nothing}
    </p>
    ${table('API keys, newest first', columns, list.items?.filter((key) => !isOfMail(key)), list.none('API key'))}
    ${more(app, list)} ${ofMails(list.items?.filter(isOfMail) ?? [])}`;

  return {
    title: 'API keys',
    async load() {
      if (one) {
        found = [await app.api.get(`/v1/api_keys/${encodeURIComponent(one)}`)];
        return;
      }
      await list.first();
      app.render();
      if (app.can('webhooks:read') && list.items.some(isOfMail)) {
        const webhooks = await app.api.get('/v1/webhooks', { limit: 100 });
        names = new Map(webhooks.data.map((webhook) => [webhook.id, name(webhook)]));
      }
    },
    view: () => (one ? only() : all()),
  };
}

/** What a revocation took along, and what it left. */
function revoked(result) {
  const along = sentence(' With it went ', result.revoked_api_key_ids, result.disabled_webhook_ids);
  const left = sentence(' What was made with it is left: ', result.remaining_api_key_ids, result.remaining_webhook_ids);
  return `The key ${result.id} is revoked.${along}${left}`;
}

function sentence(begin, keys, webhooks) {
  const parts = [named(keys, 'key'), named(webhooks, 'webhook')].filter(Boolean);
  return parts.length ? `${begin}${parts.join(' and ')}.` : '';
}

function named(ids, noun) {
  const shown = ids.slice(0, MOST_NAMED).join(', ') + (ids.length > MOST_NAMED ? ', …' : '');
  return ids.length ? `${count(ids.length, noun)} (${shown})` : null;
}
