// The session, the router and what every page has around it.

import { html, nothing, render } from './lit-html.js';
import { Api } from './api.js';
import { ask } from './dialog.js';
import { auditPage } from './audit.js';
import { deliveryPage } from './deliveries.js';
import { eventPage, eventsPage } from './events.js';
import { keysPage } from './keys.js';
import { registrationPage } from './registration.js';
import { replayPage } from './replay.js';
import { typesPage } from './types.js';
import { usagePage } from './usage.js';
import { webhookPage } from './webhook.js';
import { webhooksPage } from './webhooks.js';

const STORED_TOKEN = 'token';
const FOLLOW_MILLISECONDS = 3000;

/** What a header can carry. */
const PRINTABLE = /^[!-~]+$/;

/** What the scopes of a key give access to: path, label, scope. The first that the key has is the start page. */
const SECTIONS = [
  ['/webhooks', 'Webhooks', 'webhooks:read'],
  ['/events', 'Events', 'events:read'],
  ['/types', 'Event types', 'events:read'],
  ['/usage', 'Usage', 'usage:read'],
  ['/keys', 'API keys', 'keys:write'],
  ['/audit', 'Audit log', 'audit:read'],
];

const ROUTES = [
  [/^\/webhooks$/, webhooksPage],
  [/^\/webhooks\/new$/, registrationPage],
  [/^\/webhooks\/([\w-]+)$/, webhookPage],
  [/^\/webhooks\/([\w-]+)\/replay$/, replayPage],
  [/^\/webhooks\/([\w-]+)\/deliveries\/([\w-]+)$/, deliveryPage],
  [/^\/events$/, eventsPage],
  [/^\/events\/([\w-]+)$/, eventPage],
  [/^\/types$/, typesPage],
  [/^\/usage$/, usagePage],
  [/^\/keys$/, keysPage],
  [/^\/audit$/, auditPage],
];

class App {
  api = null;
  account = null;
  /** Whether open pages follow what happens. */
  follows = true;
  #root = document.getElementById('console');
  #page = null;
  #message = null;
  #following = false;

  /** @param given the key of a link, if one was opened */
  async start(given = null) {
    if (given !== null && (await mayReplaceSession(given))) {
      sessionStorage.setItem(STORED_TOKEN, given);
    }
    const token = sessionStorage.getItem(STORED_TOKEN);
    if (!token) {
      return this.#signIn();
    }
    if (!PRINTABLE.test(token)) {
      return this.#end('This is not an API key.');
    }
    this.api = new Api(token, (message) => this.#end(message));
    try {
      this.account = await this.api.get('/v1/account');
      await this.route();
    } catch (error) {
      // A refused key has ended the session already.
      if (error.status !== 401) {
        this.#signIn(error.message);
      }
    }
  }

  can(scope) {
    return this.account.api_key.scopes.includes(scope);
  }

  /** Shows the page that the fragment of the URL names. */
  async route() {
    const path = location.hash.slice(1);
    const found = ROUTES.map(([pattern, page]) => [path.match(pattern), page]).find(([match]) => match);
    if (!found) {
      const section = SECTIONS.find(([, , scope]) => this.can(scope));
      return section ? this.go(section[0]) : this.#signIn('This API key has no scope that the console needs.');
    }
    const [match, create] = found;
    const page = create(this, ...match.slice(1));
    this.#page = page;
    this.#message = null;
    this.render();
    document.querySelector('h1')?.focus();
    await this.attempt(() => page.load());
  }

  go(path) {
    location.hash = path;
  }

  /** Does something that may fail, and shows the page again. */
  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      this.#message = { tone: 'bad', text: error.message };
    } finally {
      this.render();
    }
  }

  /**
   * Asks, changes something, and says what happened.
   *
   * @param question what to ask, see dialog.js
   * @param work makes the change, given the values of the question's fields
   * @param said says what happened, given the result
   * @return the result; nothing if it was not done
   */
  async change(question, work, said) {
    const values = await ask(question);
    if (!values) {
      return undefined;
    }
    return this.attempt(async () => {
      const result = await work(values);
      this.#message = { tone: 'good', text: said(result) };
      // What was done may have returned a secret that is shown once, so it does not matter whether the page can be read again.
      await this.attempt(() => this.#page.load());
      return result;
    });
  }

  follow(on) {
    this.follows = on;
    this.render();
  }

  /** Reads again what an open page shows, unless nobody looks, or a person is about to decide something. */
  async refresh() {
    const looks = document.visibilityState === 'visible' && !document.querySelector('dialog');
    if (!this.follows || !looks || this.#following || !this.#page?.refresh) {
      return;
    }
    const page = this.#page;
    this.#following = true;
    try {
      await page.refresh();
      if (page === this.#page) {
        this.render();
      }
    } catch {
      // The next time may succeed; what is shown stays.
    } finally {
      this.#following = false;
    }
  }

  render() {
    if (this.#page) {
      document.title = `${this.#page.title} · ${this.account.name}`;
      render(this.#layout(), this.#root);
    }
  }

  signOut() {
    sessionStorage.removeItem(STORED_TOKEN);
    this.#signIn('You have signed out. The key stays valid until it expires or is revoked.');
  }

  #end(message) {
    sessionStorage.removeItem(STORED_TOKEN);
    this.#signIn(`${message} Links to the console end after a while: ask for a new one.`);
  }

  #signIn(message) {
    this.#page = null;
    this.api = null;
    this.account = null;
    document.title = 'Sign in · Console';
    const submit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(STORED_TOKEN, new FormData(event.target).get('key').trim());
      this.start();
    };
    render(
      html`<main class="sign-in">
        <h1>Console</h1>
        ${message ? html`<p role="alert" class="message bad">${message}</p>` : nothing}
        <form @submit=${submit}>
          <label>
            API key
            <input name="key" type="password" required autocomplete="off" spellcheck="false" />
          </label>
          <p class="hint">A link to the console signs you in by itself. Otherwise, use one of your API keys. It stays in this tab.</p>
          <button type="submit">Sign in</button>
        </form>
      </main>`,
      this.#root,
    );
  }

  #layout() {
    const page = this.#page;
    const here = location.hash.slice(1);
    return html`<a class="skip" href="#main" @click=${skip}>Skip to the content</a>
      <header>
        <p class="account">${this.account.name}</p>
        <nav aria-label="Sections">
          <ul>
            ${SECTIONS.filter(([, , scope]) => this.can(scope)).map(
              ([path, label]) =>
                html`<li>
                  <a href="#${path}" aria-current=${here === path ? 'page' : here.startsWith(`${path}/`) ? 'true' : 'false'}>${label}</a>
                </li>`,
            )}
          </ul>
        </nav>
        <button type="button" class="quiet" @click=${() => this.signOut()}>Sign out</button>
      </header>
      <main id="main" tabindex="-1">
        <h1 tabindex="-1">${page.title}</h1>
        <div aria-live="polite" role="status">
          ${this.#message ? html`<p class="message ${this.#message.tone}">${this.#message.text}</p>` : nothing}
        </div>
        ${page.view()}
      </main>`;
  }
}

/**
 * Takes the key out of the URL, so that it is in no history, bookmark or screenshot.
 *
 * @return the key; null if the URL has none
 */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1));
  const token = given.get('token');
  if (token !== null) {
    history.replaceState(null, '', `#${given.get('page') ?? ''}`);
  }
  return token;
}

/** Asks before a link leads from the console of one account to that of another: who sent it may want to be taken for the first. */
async function mayReplaceSession(given) {
  const kept = sessionStorage.getItem(STORED_TOKEN);
  const [from, to] = kept ? await Promise.all([kept, given].map(accountOf)) : [];
  if (!from || !to || from.id === to.id) {
    return true;
  }
  const agreed = await ask({
    title: 'Open another account?',
    text: `This link leads to the console of ${to.name} (${to.id}). You are signed in to ${from.name} (${from.id}).`,
    action: 'Open it',
  });
  if (!agreed) {
    history.replaceState(null, '', '#');
  }
  return agreed !== null;
}

/** The account that a key is of; null if the key opens nothing. */
async function accountOf(token) {
  try {
    return await new Api(token, () => {}).get('/v1/account');
  } catch {
    return null;
  }
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}

const app = new App();

addEventListener('hashchange', () => {
  const given = takeToken();
  if (given !== null || !app.account) {
    app.start(given);
  } else {
    app.route();
  }
});
setInterval(() => app.refresh(), FOLLOW_MILLISECONDS);
app.start(takeToken());
