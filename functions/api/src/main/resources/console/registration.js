// The form that registers a webhook and shows its secret once, and the same form that changes one.

import { html, nothing } from './lit-html.js';
import { show } from './dialog.js';
import { LOADING } from './lists.js';
import { name } from './words.js';

export function registrationPage(app) {
  const form = webhookForm(app, null);

  const register = async (request) => {
    const registered = await app.act(
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

  return {
    title: 'Register a webhook',
    load: () => form.load(),
    view: () => form.view('Register', register),
  };
}

export function changePage(app, id) {
  const path = `/v1/webhooks/${id}`;
  let webhook = null;
  let tag = null;
  let form = null;

  const change = (request) =>
    app.act(
      () => changed(differences(request, webhook)),
      () => 'The webhook is changed.',
      `/webhooks/${id}`,
    );

  /**
   * Changes the webhook on top of what somebody else changed meanwhile, unless that was one of the same settings. One that is by now as it is
   * wanted was changed by this page, whose response was lost, or by somebody who wants the same.
   */
  const changed = async (wanted) => {
    try {
      return await app.api.patch(path, wanted, tag);
    } catch (error) {
      if (error.status !== 412) {
        throw error;
      }
    }
    const now = await app.api.read(path);
    const open = Object.keys(wanted).filter((field) => !same(shown(wanted, field), setting(now.json, field)));
    const taken = open.filter((field) => !same(setting(webhook, field), setting(now.json, field)));
    if (taken.length) {
      throw new Error(
        `Somebody else has changed ${taken.join(', ')} meanwhile. Copy what you entered, reload this page to see their change, then make yours.`,
      );
    }
    if (!open.length && !wanted.headers) {
      return now.json;
    }
    tag = now.tag;
    return changed(wanted);
  };

  return {
    title: 'Change a webhook',
    async load() {
      ({ json: webhook, tag } = await app.api.read(path));
      form = webhookForm(app, webhook);
      await form.load();
    },
    view: () => (form ? html`<p class="trail"><a href="#/webhooks/${id}"><bdi>${name(webhook)}</bdi></a></p>${form.view('Change', change)}` : LOADING),
  };
}

/** @param webhook the webhook that is changed; null for a new one */
function webhookForm(app, webhook) {
  let eventTypes = [];
  let addresses = [];
  let all = !webhook || webhook.types.includes('*');
  let pulled = webhook !== null && !webhook.url;
  let thin = webhook?.payload === 'thin';

  const request = (form) => ({
    ...(pulled ? { mode: 'pull' } : { url: form.get('url') }),
    ...(pulled || (webhook && !form.get('headers').trim() && !form.has('no_headers')) ? {} : { headers: pairs(form.get('headers')) }),
    // Who cannot read the catalogue cannot choose among it.
    ...(webhook && !eventTypes.length ? {} : { types: all ? ['*'] : form.getAll('types') }),
    payload: thin ? 'thin' : 'full',
    description: form.get('description') || null,
    external_id: form.get('external_id').trim() || null,
    metadata: form.get('metadata') === lines(webhook?.metadata) ? (webhook?.metadata ?? {}) : (pairs(form.get('metadata')) ?? {}),
    clinic_ids: form.has('clinic_ids') ? form.getAll('clinic_ids') : null,
  });

  const choice = (field, label, chosen, choose) => html`<label class="inline">
    <input type="radio" name=${field} .checked=${chosen} @change=${() => { choose(); app.render(); }} /> ${label}
  </label>`;

  const box = (field, value, chosen, label) =>
    html`<label class="inline"><input type="checkbox" name=${field} value=${value} ?checked=${chosen} /> ${label}</label>`;

  const kind = () => html`<fieldset>
    <legend>Deliveries</legend>
    ${choice('pulled', 'Sent to a URL', !pulled, () => { pulled = false; })}
    ${choice('pulled', 'Pulled from a queue, for receivers behind a firewall', pulled, () => { pulled = true; })}
  </fieldset>`;

  const endpoint = () => html`<label>
      URL
      <input
        name="url"
        type="url"
        value=${webhook?.url ?? ''}
        required
        maxlength="2048"
        pattern="[Hh][Tt][Tt][Pp][Ss]://.+"
        title="It begins with https:"
        aria-describedby="url-hint"
      />
    </label>
    <p class="hint" id="url-hint">
      An HTTPS endpoint on the public internet that responds with 2xx within 5 seconds.
      ${addresses.length
        ? `Requests come from ${addresses.join(', ')}: allow all of these in a firewall.`
        : 'Requests come from addresses that change, so no firewall can tell them from others. The signature can.'}
    </p>
    <label>Headers <textarea name="headers" rows="2" spellcheck="false" aria-describedby="headers-hint"></textarea></label>
    <p class="hint" id="headers-hint">
      What every request carries, such as a key of the receiver: one a line, as in X-Api-Key: abc. The values are not shown again.
      ${webhook?.header_names ? 'Those that there are stay unless you enter others.' : nothing}
    </p>
    ${webhook?.header_names ? box('no_headers', 'true', false, `Remove ${webhook.header_names.join(', ')}`) : nothing}`;

  const payload = () => html`<fieldset>
    <legend>What a delivery carries</legend>
    ${choice('thin', 'The whole event', !thin, () => { thin = false; })}
    ${choice('thin', 'Thin: its ID, type, clinic and time alone. The receiver reads the event with the API, and its logs hold no schedule data', thin, () => { thin = true; })}
  </fieldset>`;

  const types = () => html`<fieldset>
    <legend>Types</legend>
    ${choice('all', 'All types, including future ones', all, () => { all = true; })}
    ${eventTypes.length ? choice('all', 'Only these:', !all, () => { all = false; }) : nothing}
    ${all
      ? nothing
      : [
          ...groups(eventTypes).map((group) => box('types', group, webhook?.types.includes(group), `${group} (including future ones)`)),
          ...eventTypes.map((type) =>
            box('types', type.name, webhook?.types.includes(type.name), `${type.name}${type.operational ? ' (operational: not beside others)' : ''}`),
          ),
        ]}
  </fieldset>`;

  return {
    async load() {
      addresses = (await app.api.get('/v1/addresses')).data.map(({ address }) => address);
      if (app.can('events:read')) {
        eventTypes = (await app.api.get('/v1/event_types')).data;
      }
    },
    view: (action, send) => html`<form
      class="stacked"
      @submit=${(event) => {
        event.preventDefault();
        send(request(new FormData(event.target)));
      }}
    >
      ${webhook ? nothing : kind()} ${pulled ? nothing : endpoint()}
      <label>Description <input name="description" maxlength="500" value=${webhook?.description ?? ''} /></label>
      <label>
        External ID
        <input
          name="external_id"
          maxlength="100"
          pattern="[A-Za-z0-9][A-Za-z0-9._:\\/@\\-]{0,99}"
          title="Letters, digits, and characters of . _ : / @ -, the first a letter or digit"
          value=${webhook?.external_id ?? ''}
          aria-describedby="external-id-hint"
        />
      </label>
      <p class="hint" id="external-id-hint">Your own identifier, which no other webhook of the account has.</p>
      <label>
        Metadata
        <textarea name="metadata" rows="2" spellcheck="false" aria-describedby="metadata-hint" .value=${lines(webhook?.metadata)}></textarea>
      </label>
      <p class="hint" id="metadata-hint">Texts of your own, one a line, as in team: scheduling. They are shown here and in the API, and sent to nobody.</p>
      ${webhook && !eventTypes.length ? nothing : types()} ${payload()}
      <fieldset class="long">
        <legend>Clinics (choose none for all that you see)</legend>
        ${app.account.clinic_ids.map((id) => box('clinic_ids', id, webhook && clinics(webhook)?.includes(id), id))}
      </fieldset>
      <p class="actions"><button type="submit">${action}</button></p>
    </form>`,
  };
}

/** What a webhook can name instead of each of the types, such as offer.*; not of operational types. */
function groups(eventTypes) {
  return [...new Set(eventTypes.filter((type) => !type.operational).map((type) => `${type.name.split('.')[0]}.*`))];
}

function clinics(webhook) {
  return webhook.clinic_ids ?? (webhook.clinic_id ? [webhook.clinic_id] : null);
}

/** What of a request differs from the webhook, so that settings that somebody else changed meanwhile stay. */
function differences(request, webhook) {
  return Object.fromEntries(
    Object.entries(request).filter(([field, value]) => field === 'headers' || !same(value, setting(webhook, field))),
  );
}

/** A setting of a webhook as the form has it; of its headers, only the names are known. */
function setting(webhook, field) {
  const known = { ...webhook, clinic_ids: clinics(webhook), headers: webhook.header_names };
  return known[field];
}

/** What a webhook will show of a setting that is wanted. */
function shown(wanted, field) {
  return field === 'headers' && wanted.headers ? Object.keys(wanted.headers) : wanted[field];
}

function same(one, other) {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value) {
  if (Array.isArray(value)) {
    return value.toSorted();
  }
  return value && typeof value === 'object' ? Object.entries(value).toSorted() : value;
}

/** Metadata as a text with one a line. */
function lines(metadata = {}) {
  return Object.entries(metadata)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

/** Headers or metadata from a text with one a line; null if there is none. */
function pairs(text) {
  const read = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [name, ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    });
  return read.length ? Object.fromEntries(read) : null;
}
