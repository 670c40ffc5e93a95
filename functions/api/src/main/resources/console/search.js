// Finds things of the account by what a person has of them: an ID or a label.

import { html } from './lit-html.js';
import { LOADING, newest, table } from './lists.js';
import { count, host, identifier, name, resource } from './words.js';

/** Pages of 100 that are looked through. */
const MOST_PAGES = 10;

/** What begins with a prefix has a page of its own, for whom a scope lets read it. */
const PAGES = {
  evt: ['events:read', (id) => `/events/${id}`],
  apt: ['events:read', (id) => `/appointments/${id}`],
  cln: ['events:read', (id) => `/events?clinic_id=${id}`],
  whk: ['webhooks:read', (id) => `/webhooks/${id}`],
  key: ['keys:write', (id) => `/keys?id=${id}`],
};

const ID = /^([a-z]{3})_[\w-]{1,64}$/;

/** The field in the head of every page. */
export function searchField(app) {
  const submit = (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get('q').trim();
    if (text) {
      app.go(placeOf(app, text));
    }
  };
  return html`<form class="search" role="search" aria-label="Account" @submit=${submit}>
    <input name="q" type="search" aria-label="Search" placeholder="Search: an ID, a label or a host" value=${app.filters.q ?? ''} autocomplete="off" spellcheck="false" maxlength="500" />
  </form>`;
}

/** Where what a person looks for is shown: on its page, or among what was found. */
function placeOf(app, text) {
  const [scope, page] = PAGES[ID.exec(text)?.[1]] ?? [];
  return scope && app.can(scope) ? page(text) : `/search?${new URLSearchParams({ q: text })}`;
}

export function searchPage(app) {
  const { q = '' } = app.filters;
  let found = null;
  /** How many were looked through of each kind, and whether there are more. */
  const looked = [];

  /** Looks through a list for elements of which one of their texts contains what is looked for. */
  const look = async (scope, path, noun, texts, result) => {
    if (!app.can(scope)) {
      looked.push(`no ${noun}s, which take the scope ${scope}`);
      return [];
    }
    const all = await newest(app.api, path, {}, MOST_PAGES);
    looked.push(`${all.more ? 'the newest ' : ''}${count(all.items.length, noun)}`);
    return all.items.filter((item) => texts(item).some((text) => text?.toLowerCase().includes(q.toLowerCase()))).map(result);
  };

  const webhookTexts = ({ id, description, url, destination, external_id, metadata }) => [
    id,
    description,
    url,
    destination && resource(destination),
    destination?.role_arn,
    external_id,
    ...Object.values(metadata),
  ];
  const webhookResult = (webhook) => ({ kind: 'Webhook', id: webhook.id, path: `/webhooks/${webhook.id}`, label: name(webhook), hint: host(webhook) });
  const keyResult = (key) => ({ kind: 'API key', id: key.id, path: `/keys?id=${key.id}`, label: key.description ?? key.id, hint: key.scopes.join(', ') });

  const columns = [
    ['Found', ({ path, label, id }) => html`<a href="#${path}"><bdi>${label}</bdi></a>${identifier(id)}`],
    ['Kind', ({ kind }) => kind],
    ['About', ({ hint }) => hint],
  ];

  return {
    title: 'Search',
    async load() {
      looked.length = 0;
      if (!app.can('events:read')) {
        looked.push('no events, which take the scope events:read');
      }
      found = [
        ...(await look('webhooks:read', '/v1/webhooks', 'webhook', webhookTexts, webhookResult)),
        ...(await look('keys:write', '/v1/api_keys', 'API key', (key) => [key.id, key.description], keyResult)),
      ];
    },
    view: () =>
      found
        ? html`<p class="hint">Looked for “<bdi>${q}</bdi>” in ${looked.join(' and ')}.</p>
            ${table('Results', columns, found, 'Nothing was found. Events and appointments are found by their whole ID, as in evt_… and apt_….')}`
        : LOADING,
  };
}
