// Registers a webhook, and shows its secret once.

import { html, nothing } from './lit-html.js';
import { show } from './dialog.js';
import { select } from './lists.js';

export function registrationPage(app) {
  let eventTypes = [];
  let all = true;

  const register = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const request = {
      url: form.get('url'),
      types: all ? ['*'] : form.getAll('types'),
      description: form.get('description') || null,
      clinic_id: form.get('clinic_id') || null,
    };
    const registered = await app.change(
      { title: 'Register the webhook?', text: `${new URL(request.url).host} gets events from now on.`, action: 'Register' },
      () => app.api.post('/v1/webhooks', request),
      () => 'The webhook is registered.',
    );
    if (registered) {
      await show({
        title: 'The signing secret',
        text: 'Store it now: it is not shown again. Your receiver verifies each delivery with it.',
        secret: registered.secret,
      });
      app.go(`/webhooks/${registered.id}`);
    }
  };

  const choice = (value, label) => html`<label class="inline">
    <input type="radio" name="all" .checked=${all === value} @change=${() => { all = value; app.render(); }} /> ${label}
  </label>`;

  return {
    title: 'Register a webhook',
    async load() {
      if (app.can('events:read')) {
        eventTypes = (await app.api.get('/v1/event_types')).data;
      }
    },
    view: () => html`<form class="stacked" @submit=${register}>
      <label>
        URL
        <input name="url" type="url" required maxlength="2048" pattern="[Hh][Tt][Tt][Pp][Ss]://.+" aria-describedby="url-hint" />
      </label>
      <p class="hint" id="url-hint">An HTTPS endpoint on the public internet that responds with 2xx within 5 seconds.</p>
      <label>Description <input name="description" maxlength="500" /></label>
      <fieldset>
        <legend>Types</legend>
        ${choice(true, 'All types, including future ones')} ${eventTypes.length ? choice(false, 'Only these:') : nothing}
        ${all
          ? nothing
          : eventTypes.map(
              (type) => html`<label class="inline"><input type="checkbox" name="types" value=${type.name} /> ${type.name}${type.operational ? ' (operational: not beside others)' : ''}</label>`,
            )}
      </fieldset>
      ${select('Clinic', 'clinic_id', 'every clinic that you see', app.account.clinic_ids)}
      <p class="actions"><button type="submit">Register</button></p>
    </form>`,
  };
}
