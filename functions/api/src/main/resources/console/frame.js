// What every page has around it: whose account it is, who is signed in, the sections, and the search.

import { html, nothing } from './lit-html.js';
import { help } from './api.js';
import { searchField } from './search.js';
import { identifier, time } from './words.js';

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the scopes of a key give access to: path, label, scopes of which it takes one. The first that the key has is the start page. */
const SECTIONS = [
  ['/overview', 'Overview', ['webhooks:read', 'usage:read']],
  ['/webhooks', 'Webhooks', ['webhooks:read']],
  ['/events', 'Events', ['events:read']],
  ['/types', 'Event types', ['events:read']],
  ['/usage', 'Usage', ['usage:read']],
  ['/keys', 'API keys', ['keys:write']],
  ['/audit', 'Audit log', ['audit:read']],
];

/** The sections of pages that have none of their own. */
const ELSEWHERE = { '/appointments': '/events' };

/** The sections that the key of the session has access to. */
export function sections(app) {
  return SECTIONS.filter(([, , scopes]) => scopes.some((scope) => app.can(scope)));
}

/** @param here the path of the page */
export function frame(app, here, content) {
  const { account } = app;
  return html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
    <header>
      ${account.sandbox ? sandbox() : nothing}
      <div class="bar">
        <div class="brand">${mark()}${service()}<p class="account" title=${account.name}><bdi>${account.name}</bdi></p></div>
        ${searchField(app)} ${who(account)}
        <a href=${help()}>Help</a>
        <button type="button" class="quiet" @click=${() => app.signOut()}>Sign out</button>
      </div>
      <nav aria-label="Sections">
        <ul>
          ${sections(app).map(
            ([path, label]) => html`<li><a href="#${path}" aria-current=${current(path, here)}>${label}</a></li>`,
          )}
        </ul>
      </nav>
    </header>
    ${content}
    <footer><p class="hint">Times are in ${TIME_ZONE}.</p></footer>`;
}

/** The name of the deployment; empty if it has none of its own. */
export const SERVICE = meta('service');

const LOGO = meta('logo');

function meta(name) {
  return document.querySelector(`meta[name="${name}"]`)?.content ?? '';
}

/** The title of a page in the tab. */
export function titled(...parts) {
  return [...parts, SERVICE].filter(Boolean).join(' · ');
}

export function mark() {
  if (LOGO) {
    return html`<img class="logo" src=${new URL(LOGO, import.meta.url).href} alt="" />`;
  }
  return html`<svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><rect width="16" height="16" rx="3"></rect><path d="M4 8h6M8 5l3 3-3 3"></path></svg>`;
}

/** The name of the deployment beside its mark. */
export function service() {
  return SERVICE ? html`<p class="service"><bdi>${SERVICE}</bdi></p>` : nothing;
}

function sandbox() {
  return html`<p class="sandbox"><strong>Sandbox.</strong> This account is for tests: its keys begin with sk_test_, and nothing is billed.</p>`;
}

function current(path, here) {
  const [, section] = /^(\/[^/]*)/.exec(here) ?? [];
  if (here === path) {
    return 'page';
  }
  return (ELSEWHERE[section] ?? section) === path ? 'true' : 'false';
}

/** Who is signed in, and with what: the answer to why a button is not there. */
function who({ id, api_key: key }) {
  return html`<details class="who">
    <summary>Signed in</summary>
    <div>
      <p>With the API key ${identifier(key.id)} of the account ${identifier(id)}${key.expires_at ? html`, until ${time(key.expires_at)}` : nothing}.</p>
      <p>It has the scopes ${key.scopes.join(', ')}, and sees ${key.clinic_ids ? key.clinic_ids.join(', ') : 'all clinics'}.</p>
    </div>
  </details>`;
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}
