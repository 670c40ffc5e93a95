// Registers a webhook, and shows its secret once.

import { html, nothing } from './lit-html.js';
import { show } from './dialog.js';

export function registrationPage(app) {
  let eventTypes = [];
  let all = true;
  let pulled = false;

  const register = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const clinics = form.getAll('clinic_ids');
    const request = {
      ...(pulled ? { delivery: 'pull' } : { url: form.get('url'), headers: headers(form.get('headers')) }),
      types: all ? ['*'] : form.getAll('types'),
      description: form.get('description') || null,
      clinic_ids: clinics.length ? clinics : null,
    };
    const text = pulled ? 'Events wait in its queue from now on, until they are pulled.' : `${new URL(request.url).host} gets events from now on.`;
    const registered = await app.change(
      { title: 'Register the webhook?', text, action: 'Register' },
      () => app.api.post('/v1/webhooks', request),
      () => 'The webhook is registered.',
    );
    if (registered) {
      await show({
        title: 'The signing secret',
        text: 'Store it now: it is not shown again. The receiver verifies each delivery with it.',
        secret: registered.secret,
      });
      app.go(`/webhooks/${registered.id}`);
    }
  };

  const choice = (field, label, chosen, choose) => html`<label class="inline">
    <input type="radio" name=${field} .checked=${chosen} @change=${() => { choose(); app.render(); }} /> ${label}
  </label>`;

  const endpoint = () => html`<label>
      URL
      <input name="url" type="url" required maxlength="2048" pattern="[Hh][Tt][Tt][Pp][Ss]://.+" aria-describedby="url-hint" />
    </label>
    <p class="hint" id="url-hint">An HTTPS endpoint on the public internet that responds with 2xx within 5 seconds.</p>
    <label>Headers <textarea name="headers" rows="2" spellcheck="false" aria-describedby="headers-hint"></textarea></label>
    <p class="hint" id="headers-hint">What every request carries, such as a key of the receiver: one a line, as in X-Api-Key: abc. The values are not shown again.</p>`;

  return {
    title: 'Register a webhook',
    async load() {
      if (app.can('events:read')) {
        eventTypes = (await app.api.get('/v1/event_types')).data;
      }
    },
    view: () => html`<form class="stacked" @submit=${register}>
      <fieldset>
        <legend>Deliveries</legend>
        ${choice('pulled', 'Sent to a URL', !pulled, () => { pulled = false; })}
        ${choice('pulled', 'Pulled from a queue, for receivers behind a firewall', pulled, () => { pulled = true; })}
      </fieldset>
      ${pulled ? nothing : endpoint()}
      <label>Description <input name="description" maxlength="500" /></label>
      <fieldset>
        <legend>Types</legend>
        ${choice('all', 'All types, including future ones', all, () => { all = true; })}
        ${eventTypes.length ? choice('all', 'Only these:', !all, () => { all = false; }) : nothing}
        ${all
          ? nothing
          : eventTypes.map(
              (type) => html`<label class="inline"><input type="checkbox" name="types" value=${type.name} /> ${type.name}${type.operational ? ' (operational: not beside others)' : ''}</label>`,
            )}
      </fieldset>
      <fieldset class="long">
        <legend>Clinics (none for every clinic that you see)</legend>
        ${app.account.clinic_ids.map((id) => html`<label class="inline"><input type="checkbox" name="clinic_ids" value=${id} /> ${id}</label>`)}
      </fieldset>
      <p class="actions"><button type="submit">Register</button></p>
    </form>`,
  };
}

/** Headers from a text with one a line; null if there is none. */
function headers(text) {
  const pairs = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [name, ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    });
  return pairs.length ? Object.fromEntries(pairs) : null;
}
