// Lists of the API, page by page, and tables of them.

import { html, nothing } from './lit-html.js';
import { recordedAt, time } from './words.js';

/** So many pages in a row are read without an element, each of which looks at 1,000 to 2,000: a filter may leave out all of them. */
const SEARCHED_PAGES = 20;

export const LOADING = html`<p class="loading">Loading…</p>`;

export class PagedList {
  items = null;
  #api;
  #path;
  #query;
  #key;
  #wanted;
  #next = null;
  /** Where a list that goes forwards goes on when more is recorded. */
  #end = null;
  #pages = 0;
  /** The cursor before the page that the elements begin with; nothing while that is the first page. */
  #from;
  /** Whether the last search has ended without an element, and not at the end of the list. */
  #isUnfinished = false;

  /**
   * @param path of the list
   * @param query its filters
   * @param key the field that tells elements apart
   * @param wanted whether an element is one that a search is for
   */
  constructor(api, path, query = {}, key = 'id', wanted = () => true) {
    this.#api = api;
    this.#path = path;
    this.#query = query;
    this.#key = key;
    this.#wanted = wanted;
  }

  get hasMore() {
    return this.#next !== null;
  }

  /** Whether it begins with the oldest element, so that new ones come at its end. */
  get isForwards() {
    return this.#query.order === 'asc';
  }

  /** Of a list that goes forwards, up to when everything is in it that was recorded; null while more can be read. */
  completeUntil = null;

  /** The elements that a search is for. */
  get found() {
    return this.items?.filter(this.#wanted) ?? null;
  }

  /** How far a search has looked that has found nothing, in words; null if it has found something, or the list ends there. */
  get lookedBack() {
    if (!this.#isUnfinished) {
      return null;
    }
    const back = recordedAt(this.#next);
    return back ? html`Looked ${this.isForwards ? 'up' : 'back'} to ${time(back)}` : `Looked through ${SEARCHED_PAGES} pages`;
  }

  /** Why there is nothing in it, given the noun for its elements. */
  none(noun) {
    if (this.hasMore) {
      return `No such ${noun} was found so far.`;
    }
    return Object.values(this.#query).some(Boolean) ? `There is no such ${noun}.` : `There is no ${noun} yet.`;
  }

  async first() {
    this.#begin(await this.#search());
  }

  async more() {
    const page = await this.#search(this.#next);
    if (!this.items.length) {
      this.#begin(page);
      return;
    }
    this.items = [...this.items, ...page.data];
    this.#goOn(page);
    this.#pages++;
  }

  /** Reads the first page again: new elements come first, known ones are replaced. A list that goes forwards is read on from its end. */
  async refresh() {
    if (this.isForwards && this.items) {
      await this.#readOn();
      return;
    }
    const pages = this.#pages;
    const page = await this.#newest();
    if (!page || pages !== this.#pages) {
      // Somebody went on meanwhile; the next refresh reads what is new.
      return;
    }
    const known = new Set((this.items ?? []).map((item) => item[this.#key]));
    if (pages <= 1 || !page.data.some((item) => known.has(item[this.#key]))) {
      // There may be others between the new elements and the known ones.
      this.#begin(page);
      return;
    }
    const read = new Set(page.data.map((item) => item[this.#key]));
    this.items = [...page.data, ...this.items.filter((item) => !read.has(item[this.#key]))];
  }

  async #readOn() {
    const pages = this.#pages;
    if (this.hasMore) {
      return;
    }
    const page = await this.#page(this.#end);
    if (pages === this.#pages) {
      this.items = [...this.items, ...page.data];
      this.#goOn(page);
    }
  }

  /** The first page. If it is still empty, the one that the elements begin with: what lies between them is not read again. */
  async #newest() {
    const page = await this.#page();
    if (page.data.length || !page.has_more) {
      return page;
    }
    return this.items?.length ? { from: this.#from, ...(await this.#page(this.#from)) } : null;
  }

  /** Reads page after page until there is an element that is wanted, the list ends, or enough were read. */
  async #search(after) {
    const data = [];
    for (let from = after, pages = 1; ; pages++) {
      const page = await this.#page(from);
      data.push(...page.data);
      if (page.data.some(this.#wanted) || !page.has_more || pages === SEARCHED_PAGES) {
        return { ...page, from, data };
      }
      from = page.next_cursor;
    }
  }

  #begin(page) {
    this.items = page.data;
    this.#from = page.from;
    this.#pages = 1;
    this.#goOn(page);
  }

  #goOn(page) {
    this.#next = page.has_more ? page.next_cursor : null;
    this.#end = page.next_cursor;
    this.completeUntil = page.complete_until ?? null;
    this.#isUnfinished = page.has_more && !page.data.some(this.#wanted);
  }

  #page(after) {
    return this.#api.get(this.#path, { limit: 25, ...this.#query, starting_after: after });
  }
}

/** The newest elements of a list, 100 a page, and whether there are more. */
export async function newest(api, path, query, mostPages) {
  const items = [];
  let after;
  for (let pages = 0; pages < mostPages && after !== null; pages++) {
    const page = await api.get(path, { ...query, limit: 100, starting_after: after });
    items.push(...page.data);
    after = page.has_more ? page.next_cursor : null;
  }
  return { items, more: after !== null };
}

/**
 * A table, which a narrow window shows as a list of cards.
 *
 * @param items nothing while they are read
 * @param columns of each a heading, a function from an element to the content of a cell, and, in a compact table, a function from an element
 *     to a class: "rest" for what a card shows below its first line, and "none" for what it leaves out
 * @param empty why there is none, and what to do next
 * @param compact whether a card takes three lines, in which the contents of cells stand without their headings
 */
export function table(caption, columns, items, empty, compact = false) {
  if (!items) {
    return LOADING;
  }
  if (!items.length) {
    return html`<p class="empty">${empty}</p>`;
  }
  return html`<table class=${compact ? 'compact' : ''}>
    <caption>${caption}</caption>
    <thead>
      <tr>${columns.map(([heading]) => html`<th scope="col">${heading}</th>`)}</tr>
    </thead>
    <tbody>
      ${items.map(
        (item) =>
          html`<tr>
            ${columns.map(([heading, cell, kind = () => ''], at) =>
              at === 0
                ? html`<th scope="row">${cell(item)}</th>`
                : html`<td class=${kind(item)}><span class="label">${heading}</span><div>${cell(item)}</div></td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The button below a list that goes on. */
export function more(app, list) {
  if (!list.hasMore) {
    return nothing;
  }
  const back = list.lookedBack;
  return html`<p>
    ${back ? html`${back}, and found no more. ` : nothing}
    <button type="button" class="quiet" @click=${() => app.attempt(() => list.more())}>${back ? (list.isForwards ? 'Look further' : 'Look further back') : 'More'}</button>
  </p>`;
}

/** The switch of a page that follows what happens. */
export function following(app) {
  return html`<label class="switch">
    <input type="checkbox" .checked=${app.follows} @change=${(event) => app.follow(event.target.checked)} />
    Live
  </label>`;
}

/** A choice among values, which are shown as such or in other words; the first choice is "all". */
export function select(label, field, all, values, chosen = '', words = (value) => value) {
  return html`<label>
    ${label}
    <select name=${field}>
      <option value="">${all}</option>
      ${values.map((value) => html`<option value=${value} ?selected=${value === chosen}>${words(value)}</option>`)}
    </select>
  </label>`;
}

/** Filters above a list; any change applies them. */
export function filters(fields, apply) {
  return html`<form
    class="filters"
    role="search"
    aria-label="Filters"
    @submit=${(event) => event.preventDefault()}
    @change=${(event) => apply(new FormData(event.currentTarget))}
  >
    ${fields}
  </form>`;
}

/** The time that a field of type datetime-local contains, in UTC; empty if it contains none. */
export function moment(value) {
  return Number.isNaN(Date.parse(value)) ? '' : new Date(value).toISOString();
}

/** A time as a field of type datetime-local contains it. */
export function local(time) {
  return new Date(time - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
