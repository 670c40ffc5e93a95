// Lists of the API, page by page, and tables of them.

import { html, nothing } from './lit-html.js';

export const LOADING = html`<p class="loading">Loading…</p>`;

export class PagedList {
  items = null;
  #api;
  #path;
  #query;
  #key;
  #next = null;
  #pages = 0;

  /**
   * @param path of the list
   * @param query its filters
   * @param key the field that tells elements apart
   */
  constructor(api, path, query = {}, key = 'id') {
    this.#api = api;
    this.#path = path;
    this.#query = query;
    this.#key = key;
  }

  get hasMore() {
    return this.#next !== null;
  }

  /** Why there is nothing in it, given the noun for its elements. */
  none(noun) {
    return Object.values(this.#query).some(Boolean) ? `There is no such ${noun}.` : `There is no ${noun} yet.`;
  }

  async first() {
    const page = await this.#page();
    this.items = page.data;
    this.#next = page.next_cursor;
    this.#pages = 1;
  }

  async more() {
    const page = await this.#page(this.#next);
    this.items = [...this.items, ...page.data];
    this.#next = page.next_cursor;
    this.#pages++;
  }

  /** Reads the first page again: new elements come first, known ones are replaced. */
  async refresh() {
    const pages = this.#pages;
    const page = await this.#page();
    if (pages !== this.#pages) {
      // Somebody went on meanwhile; the next refresh reads what is new.
      return;
    }
    const known = new Set((this.items ?? []).map((item) => item[this.#key]));
    if (pages <= 1 || !page.data.some((item) => known.has(item[this.#key]))) {
      // There may be others between the new elements and the known ones.
      this.items = page.data;
      this.#next = page.next_cursor;
      this.#pages = 1;
      return;
    }
    const read = new Set(page.data.map((item) => item[this.#key]));
    this.items = [...page.data, ...this.items.filter((item) => !read.has(item[this.#key]))];
  }

  #page(after) {
    return this.#api.get(this.#path, { limit: 25, ...this.#query, starting_after: after });
  }
}

/**
 * A table, which a narrow window shows as a list of cards.
 *
 * @param items nothing while they are read
 * @param columns pairs of a heading and a function from an element to the content of a cell
 */
export function table(caption, columns, items, empty) {
  if (!items) {
    return LOADING;
  }
  if (!items.length) {
    return html`<p class="empty">${empty}</p>`;
  }
  return html`<table>
    <caption>${caption}</caption>
    <thead>
      <tr>${columns.map(([heading]) => html`<th scope="col">${heading}</th>`)}</tr>
    </thead>
    <tbody>
      ${items.map(
        (item) =>
          html`<tr>
            ${columns.map(([heading, cell], at) =>
              at === 0
                ? html`<th scope="row">${cell(item)}</th>`
                : html`<td><span class="label">${heading}</span><div>${cell(item)}</div></td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The button below a list that goes on. */
export function more(app, list) {
  return list.hasMore
    ? html`<p><button type="button" class="quiet" @click=${() => app.attempt(() => list.more())}>More</button></p>`
    : nothing;
}

/** The switch of a page that follows what happens. */
export function following(app) {
  return html`<label class="switch">
    <input type="checkbox" .checked=${app.follows} @change=${(event) => app.follow(event.target.checked)} />
    Live
  </label>`;
}

/** A choice among values; the first choice is "all". */
export function select(label, field, all, values, chosen = '') {
  return html`<label>
    ${label}
    <select name=${field}>
      <option value="">${all}</option>
      ${values.map((value) => html`<option value=${value} ?selected=${value === chosen}>${value}</option>`)}
    </select>
  </label>`;
}

/** Filters above a list; any change applies them. */
export function filters(fields, apply) {
  return html`<form
    class="filters"
    role="search"
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
