// The session and the router, and how a page is read, shown and changed.

import { html, nothing, render } from './lit-html.js';
import { Api, help } from './api.js';
import { ask, leave } from './dialog.js';
import { appointmentPage } from './appointment.js';
import { auditPage } from './audit.js';
import { confirmation, unsubscription } from './confirm.js';
import { deliveryPage } from './deliveries.js';
import { eventPage, eventsPage } from './events.js';
import { frame, mark, sections, service, titled } from './frame.js';
import { keysPage } from './keys.js';
import { overviewPage } from './overview.js';
import { changePage, registrationPage } from './registration.js';
import { replayPage } from './replay.js';
import { searchPage } from './search.js';
import { typesPage } from './types.js';
import { usagePage } from './usage.js';
import { webhookPage } from './webhook.js';
import { webhooksPage } from './webhooks.js';

const STORED_TOKEN = 'token';
const FOLLOW_MILLISECONDS = 3000;

/** So long a pressed pointer keeps the page as it is, should nothing tell that it was released. */
const LONGEST_PRESS_MILLISECONDS = 1000;

/** What a header can carry. */
const PRINTABLE = /^[!-~]+$/;

const ROUTES = [
  [/^\/overview$/, overviewPage],
  [/^\/search$/, searchPage],
  [/^\/webhooks$/, webhooksPage],
  [/^\/webhooks\/new$/, registrationPage],
  [/^\/webhooks\/([\w-]+)$/, webhookPage],
  [/^\/webhooks\/([\w-]+)\/change$/, changePage],
  [/^\/webhooks\/([\w-]+)\/replay$/, replayPage],
  [/^\/webhooks\/([\w-]+)\/deliveries\/([\w-]+)$/, deliveryPage],
  [/^\/events$/, eventsPage],
  [/^\/events\/([\w-]+)$/, eventPage],
  [/^\/appointments\/([\w-]+)$/, appointmentPage],
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
  /** What became of what a person did. */
  #message = null;
  /** Why the page could not be read; nothing once it could. */
  #unread = null;
  /** Whether the page was read as a whole. */
  #whole = false;
  /** The page that is being read. */
  #reading = null;
  /** Whether something is being done that nobody was asked about. */
  #acting = false;
  /** The timer that ends a press of the pointer. */
  #press = null;

  /**
   * @param given the key of a link, if one was opened
   * @param refused what to do when the key is refused
   */
  async start(given = null, refused = 'Links to the console end after a while: ask for a new one.') {
    if (given !== null && (await mayReplaceSession(given))) {
      sessionStorage.setItem(STORED_TOKEN, given);
    }
    const token = sessionStorage.getItem(STORED_TOKEN);
    if (!token) {
      return this.#signIn();
    }
    if (!PRINTABLE.test(token)) {
      return this.#end(`This is not an API key. ${refused}`);
    }
    this.api = new Api(token, (message) => this.#end(`${message} ${refused}`));
    this.#page = null;
    this.account = null;
    this.#outside(html`<p>Loading…</p>`);
    try {
      this.account = await this.api.get('/v1/account');
    } catch (error) {
      // A refused key has ended the session already.
      return error.status === 401 ? undefined : this.#keptOut(error);
    }
    return this.route();
  }

  can(scope) {
    return this.account.api_key.scopes.includes(scope);
  }

  /**
   * Shows a page at which somebody confirms or unsubscribes an e-mail address, who needs no key for it and may have none.
   *
   * @param page shows it
   */
  withoutKey(title, page, token) {
    leave();
    this.#page = null;
    this.account = null;
    document.title = titled(title);
    page(token, (content) => this.#outside(content, title));
  }

  /** Shows the page that the fragment of the URL names. */
  async route() {
    const { path } = place();
    const found = ROUTES.map(([pattern, page]) => [path.match(pattern), page]).find(([match]) => match);
    if (!found) {
      const [section] = sections(this);
      return section ? this.go(section[0]) : this.#signIn('This API key has no scope that the console needs.');
    }
    const [match, create] = found;
    leave();
    this.#page = create(this, ...match.slice(1));
    this.#message = null;
    return this.#load();
  }

  go(path) {
    location.hash = path;
  }

  /** What a list was last filtered by, so that the way back from one of its elements leads to the same list. */
  get filters() {
    return Object.fromEntries(new URLSearchParams(place().query));
  }

  filter(values) {
    const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();
    history.replaceState(null, '', `#${place().path}${query && `?${query}`}`);
  }

  async #load() {
    this.#unread = null;
    this.#whole = false;
    this.render();
    heading()?.focus();
    await this.#read((page) => page.load(), '');
  }

  /** Reads what the page shows, and shows it. */
  async #read(reading, said) {
    const page = this.#page;
    let unread = null;
    this.#reading = page;
    try {
      await reading(page);
    } catch (error) {
      unread = { text: said + error.message, passes: error.passes, help: error.help };
    }
    // Meanwhile, the person may have gone on, and the session may have ended.
    if (page === this.#page) {
      this.#reading = null;
      this.#unread = unread;
      this.#whole ||= !unread;
      this.render();
    }
  }

  /** Does something that may fail, and shows the page again. */
  async attempt(work) {
    const page = this.#page;
    this.#message = null;
    try {
      const working = work();
      // What is about to be replaced must not stand below a new filter.
      this.render();
      return await working;
    } catch (error) {
      if (page === this.#page) {
        this.#say('bad', error.message, error.help);
      }
      return undefined;
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
   * @param next the path of the page that is shown afterwards; by default it stays the same
   * @return the result; nothing if it was not done
   */
  change(question, work, said, next = null) {
    return this.#changed(() => ask(question, work), said, next);
  }

  /** The same for a change by which nothing is lost: it is made at once. */
  async act(work, said, next = null) {
    if (this.#acting) {
      // A second press of a button means the same.
      return undefined;
    }
    this.#acting = true;
    try {
      return await this.#changed(async () => ({ result: await work() }), said, next);
    } finally {
      this.#acting = false;
    }
  }

  #changed(doing, said, next) {
    return this.attempt(async () => {
      const done = await doing();
      if (!done) {
        return undefined;
      }
      if (next) {
        history.replaceState(null, '', `#${next}`);
      }
      const reading = next ? this.route() : this.#read((page) => page.load(), '');
      this.#say('good', said(done.result));
      await reading;
      if (document.activeElement === document.body) {
        // The button that was pressed may have gone.
        heading()?.focus({ preventScroll: true });
      }
      return done.result;
    });
  }

  /** @param explained where an error is explained */
  #say(tone, text, explained = null) {
    this.#message = { tone, text, help: explained };
    this.render();
    document.querySelector('[role="status"] .message')?.scrollIntoView({ block: 'nearest' });
  }

  follow(on) {
    this.follows = on;
    this.render();
  }

  /** Reads again what an open page shows, unless nobody looks, a person is about to decide something, or it cannot be read anyway. */
  async refresh() {
    const page = this.#page;
    const looks = document.visibilityState === 'visible' && !document.querySelector('dialog');
    if (!this.follows || !looks || !page?.refresh || this.#reading === page || this.#unread?.passes === false) {
      return;
    }
    await this.#read(this.#whole ? () => page.refresh() : () => page.load(), this.#whole ? 'This page is not up to date. ' : '');
  }

  /** Keeps the page as it is: what moved under a pressed pointer would be clicked in place of what the person meant. */
  press() {
    clearTimeout(this.#press);
    this.#press = setTimeout(() => this.#release(), LONGEST_PRESS_MILLISECONDS);
  }

  /** The click of the pointer comes before the page changes. */
  release() {
    clearTimeout(this.#press);
    this.#press = setTimeout(() => this.#release());
  }

  #release() {
    this.#press = null;
    this.render();
  }

  render() {
    if (this.#page && this.#press === null) {
      document.title = titled(this.#page.title, `${this.account.name}${this.account.sandbox ? ' (sandbox)' : ''}`);
      const focused = document.activeElement;
      const link = focused.getAttribute('href');
      render(this.#layout(), this.#root);
      if (document.activeElement.getAttribute('href') !== link) {
        // The rows have moved: the keyboard stays on its link, which is in another row now.
        (this.#root.querySelector(`a[href="${CSS.escape(link)}"]`) ?? heading())?.focus({ preventScroll: true });
      } else if (!focused.isConnected) {
        // The button that was pressed has gone.
        heading()?.focus({ preventScroll: true });
      }
    }
  }

  signOut() {
    sessionStorage.removeItem(STORED_TOKEN);
    this.#signIn('You have signed out. The key stays valid until it expires or is revoked.', 'plain');
  }

  #end(message) {
    sessionStorage.removeItem(STORED_TOKEN);
    this.#signIn(message);
  }

  /** The account could not be read. */
  #keptOut(error) {
    if (!error.passes) {
      return this.#signIn(error.message);
    }
    return this.#outside(
      html`<p role="alert" class="message bad">${error.message}</p>
        <p class="actions"><button type="button" @click=${() => this.start()}>Try again</button></p>`,
    );
  }

  #signIn(message, tone = 'bad') {
    leave();
    this.#page = null;
    this.api = null;
    this.account = null;
    document.title = titled('Sign in', 'Console');
    const submit = (event) => {
      event.preventDefault();
      sessionStorage.setItem(STORED_TOKEN, new FormData(event.target).get('key').trim());
      this.start(null, 'Check that you entered the whole key, and that it has neither expired nor been revoked.');
    };
    this.#outside(
      html`${message ? html`<p role="alert" class="message ${tone}">${message}</p>` : nothing}
        <form @submit=${submit}>
          <label>
            API key
            <input name="key" type="password" required autocomplete="off" spellcheck="false" />
          </label>
          <p class="hint">A link to the console signs you in by itself. Otherwise, use one of your API keys. It stays in this tab.</p>
          <button type="submit">Sign in</button>
        </form>`,
    );
    if (message) {
      this.#root.querySelector('input').focus();
    }
  }

  /** What there is before the account is known. */
  #outside(content, title = 'Console') {
    render(
      html`<main class="sign-in">
        <div class="brand">${mark()}${service()}</div>
        <h1>${title}</h1>
        ${content}
        <p class="hint"><a href=${help()}>Help</a></p>
      </main>`,
      this.#root,
    );
  }

  #layout() {
    const page = this.#page;
    return frame(
      this,
      place().path,
      html`<main id="main" tabindex="-1" class=${this.#unread ? 'unread' : ''}>
        <h1 tabindex="-1"><bdi>${page.title}</bdi></h1>
        <div aria-live="polite" role="status">
          ${this.#message ? html`<p class="message ${this.#message.tone}">${this.#message.text}</p>` : nothing}
          ${this.#unread ? html`<p class="message bad">${this.#unread.text}</p>` : nothing}
        </div>
        ${explanation(this.#unread?.help ?? this.#message?.help)}
        ${this.#unread?.passes
          ? html`<p class="actions"><button type="button" @click=${() => this.#load()}>Try again</button></p>`
          : nothing}
        ${page.view()}
      </main>`,
    );
  }
}

/**
 * Takes a secret out of the URL, so that it is in no history, bookmark or screenshot.
 *
 * @return the secret; null if the URL has none of that name
 */
function take(name) {
  const given = new URLSearchParams(location.hash.slice(1));
  const secret = given.get(name);
  if (secret !== null) {
    history.replaceState(null, '', `#${given.get('page') ?? ''}`);
  }
  return secret;
}

/** Asks before a link leads from the console of one account to that of another: who sent it may want to be taken for the first. */
async function mayReplaceSession(given) {
  const kept = sessionStorage.getItem(STORED_TOKEN);
  const [from, to] = kept ? await Promise.all([kept, given].map(accountOf)) : [];
  if (!from || !to || from.id === to.id) {
    return true;
  }
  const agreed = await ask(
    {
      title: 'Open another account?',
      text: `This link leads to the console of ${to.name} (${to.id}). You are signed in to ${from.name} (${from.id}).`,
      action: 'Open it',
    },
    () => to,
  );
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

/** The page that the fragment of the URL names, and the filters of its list. */
function place() {
  const [path, query = ''] = location.hash.slice(1).split('?');
  return { path, query };
}

/** A link to the page that explains an error, beside the message, which says what to do. */
function explanation(href) {
  return href ? html`<p class="hint"><a href=${href}>About this error</a></p>` : nothing;
}

function heading() {
  return document.querySelector('h1');
}

const app = new App();

/** @param first whether nothing is shown yet */
function open(first) {
  const confirming = take('confirm');
  if (confirming !== null) {
    return app.withoutKey('Confirm your e-mail address', confirmation, confirming);
  }
  const unsubscribing = take('unsubscribe');
  if (unsubscribing !== null) {
    return app.withoutKey('Unsubscribe your e-mail address', unsubscription, unsubscribing);
  }
  const given = take('token');
  return first || given !== null || !app.account ? app.start(given) : app.route();
}

addEventListener('hashchange', () => open(false));
addEventListener('pointerdown', () => app.press());
for (const end of ['pointerup', 'pointercancel']) {
  addEventListener(end, () => app.release());
}
setInterval(() => app.refresh(), FOLLOW_MILLISECONDS);
open(true);
