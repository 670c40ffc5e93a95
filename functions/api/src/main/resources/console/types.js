// The event types with their schemas and examples.

import { html } from './lit-html.js';
import { LOADING } from './lists.js';
import { json } from './words.js';

export function typesPage(app) {
  let eventTypes = null;

  return {
    title: 'Event types',
    async load() {
      eventTypes = (await app.api.get('/v1/event_types')).data;
    },
    view: () =>
      eventTypes
        ? html`<div class="cards">
            ${eventTypes.map(
              (type) => html`<section class="card">
                <h2>${type.name}</h2>
                <p>${type.description}${type.operational ? ' Operational: about a webhook, and in no feed.' : ''}</p>
                <details><summary>Example of ${type.name}</summary>${json(type.example)}</details>
                <details><summary>JSON Schema of ${type.name}</summary>${json(type.schema)}</details>
              </section>`,
            )}
          </div>`
        : LOADING,
  };
}
