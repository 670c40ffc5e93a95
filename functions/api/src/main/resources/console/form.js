// The form with the settings of a webhook, for a new one and for one that is there.

import { html, nothing } from './lit-html.js';
import { terminal } from './terminal.js';
import { identifier } from './words.js';

/** Fields of events for which a webhook has settings of their own, or which no two events share. */
const UNFILTERED = ['id', 'type', 'clinic_id', 'created_at', 'corrects'];

/** The e-mails that an address can do without, as the API names them. */
const MAILS = {
  failing: 'it fails',
  slow: 'its receiver is slow',
  refused: 'its receiver refuses single events',
  unpulled: 'its deliveries are not pulled',
  recovered: 'it works again',
};

/** What a webhook has whose request does not name the setting. */
const DEFAULTS = { payload: 'full', capture_responses: false };

/**
 * @param webhook the webhook that is edited; null for a new one
 * @param path of the page to return to without a change
 * @param sent what is sent of a request, and how: method, path, body and the command that sends the same
 */
export function webhookForm(app, webhook, path, sent) {
  let eventTypes = [];
  let addresses = [];
  let all = !webhook || webhook.types.includes('*');
  let named = webhook?.types ?? [];
  /** How deliveries reach the receiver, which is chosen once: endpoint, queue, bus or pull. */
  let way = !webhook || webhook.url ? 'endpoint' : !webhook.destination ? 'pull' : webhook.destination.type === 'eventbridge' ? 'bus' : 'queue';
  let thin = webhook?.payload === 'thin';
  let ordered = webhook?.ordering === 'appointment';
  let conditions = Object.entries(webhook?.filter ?? {}).map(([field, values]) => ({ field, text: values.join(', ') }));
  /** What is wrong with what was entered, by field. */
  let faults = {};

  /** What was entered into a field; empty while the page does not have it yet. */
  const entered = (form, field) => form.get(field)?.trim() ?? '';

  const receiver = {
    endpoint: (form) => ({
      url: entered(form, 'url'),
      ...(webhook && !entered(form, 'headers') && !form.has('no_headers') ? {} : { headers: pairs(entered(form, 'headers')) }),
      auth: auth(form),
      ...(webhook && !certificate(form) && !form.has('no_certificate') ? {} : { client_certificate: certificate(form) }),
      capture_responses: form.has('capture_responses'),
    }),
    queue: (form) => ({ destination: { type: 'sqs', queue_url: entered(form, 'queue_url'), role_arn: entered(form, 'role_arn') } }),
    bus: (form) => ({
      destination: { type: 'eventbridge', event_bus_arn: entered(form, 'event_bus_arn'), role_arn: entered(form, 'role_arn') },
    }),
    pull: () => ({ mode: 'pull' }),
  };

  const request = (form) => ({
    ...receiver[way](form),
    // Who cannot read the catalogue cannot choose among it.
    ...(eventTypes.length ? { types: all ? ['*'] : form.getAll('types'), filter: filter() } : webhook ? {} : { types: ['*'] }),
    payload: thin ? 'thin' : 'full',
    ...(ordered && way !== 'pull' && !webhook ? { ordering: 'appointment' } : {}),
    ...(way === 'pull' ? {} : { max_per_second: Number(form.get('max_per_second')) || null }),
    description: form.get('description') || null,
    external_id: form.get('external_id').trim() || null,
    metadata: form.get('metadata') === lines(webhook?.metadata) ? (webhook?.metadata ?? {}) : (pairs(form.get('metadata')) ?? {}),
    clinic_ids: form.has('clinic_ids') ? form.getAll('clinic_ids') : null,
    notify: form.get('email').trim() ? { email: form.get('email').trim(), without: form.getAll('without') } : null,
  });

  /** How access tokens are requested; a secret that is not entered stays. */
  const auth = (form) =>
    entered(form, 'token_url')
      ? {
          type: 'oauth2',
          token_url: entered(form, 'token_url'),
          client_id: entered(form, 'client_id'),
          ...(form.get('client_secret') ? { client_secret: form.get('client_secret') } : {}),
          scopes: entered(form, 'scopes').split(/\s+/).filter(Boolean),
          audience: entered(form, 'audience') || null,
          token_endpoint_auth_method: form.has('client_secret_post') ? 'client_secret_post' : 'client_secret_basic',
        }
      : null;

  /** The certificate and its key; null when neither is entered. */
  const certificate = (form) => {
    const [chain, key] = [entered(form, 'certificate'), entered(form, 'private_key')];
    return chain || key ? { certificate: chain, private_key: key } : null;
  };

  /** What differs from the webhook; of a new one, from one of which nothing was said. */
  const wanted = (form) => (webhook ? differences(request(form), webhook) : stated(request(form)));

  const chosenTypes = () =>
    eventTypes.filter(
      (type) => (all ? !type.operational : named.some((name) => name === type.name || (name.endsWith('.*') && type.name.startsWith(name.slice(0, -1))))),
    );

  /** The fields that all chosen types have, with an example of each. */
  const fields = () => {
    const [first, ...others] = chosenTypes();
    return !first || [first, ...others].some((type) => type.operational)
      ? []
      : Object.entries(first.example).filter(([field]) => !UNFILTERED.includes(field) && others.every((type) => field in type.example));
  };

  const filter = () => {
    const entered = conditions.filter(({ field, text }) => field && text.trim());
    return entered.length ? Object.fromEntries(entered.map(({ field, text }) => [field, values(field, text)])) : null;
  };

  /** The values of a condition, in the type that the field has in events; what has another type is sent as it is, and refused with a reason. */
  const values = (field, text) => {
    const example = eventTypes.find((type) => field in type.example)?.example[field];
    return text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
      .map((one) => typedAs(example, one));
  };

  const choice = (field, label, chosen, choose) => html`<label class="inline">
    <input type="radio" name=${field} .checked=${chosen} @change=${() => { choose(); app.render(); }} /> ${label}
  </label>`;

  const box = (field, value, chosen, label) =>
    html`<label class="inline"><input type="checkbox" name=${field} value=${value} ?checked=${chosen} /> ${label}</label>`;

  /** Says what is wrong with a field as soon as it is left, and no longer once it is right. */
  const check = ({ target }) => {
    if (target.validity && target.name) {
      const { valid, patternMismatch } = target.validity;
      faults = { ...faults, [target.name]: valid ? '' : patternMismatch ? target.title : target.validationMessage };
      app.render();
    }
  };

  const recheck = (event) => faults[event.target.name] && check(event);

  const fault = (field) => html`<p class="fault" id="${field}-fault" aria-live="polite">${faults[field] || nothing}</p>`;

  const ways = () => html`<fieldset>
    <legend>Deliveries</legend>
    ${choice('way', 'HTTPS endpoint', way === 'endpoint', () => { way = 'endpoint'; })}
    ${choice('way', 'Queue in your AWS account (Amazon SQS)', way === 'queue', () => { way = 'queue'; })}
    ${choice('way', 'Event bus in your AWS account (Amazon EventBridge)', way === 'bus', () => { way = 'bus'; })}
    ${choice('way', 'Pull: deliveries wait here until your program fetches them, for receivers behind a firewall', way === 'pull', () => { way = 'pull'; })}
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
        aria-describedby="url-fault url-hint"
      />
    </label>
    ${fault('url')}
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
    ${webhook?.header_names ? box('no_headers', 'true', false, `Remove ${webhook.header_names.join(', ')}`) : nothing}
    ${authorization(webhook?.auth)} ${mutualTls(webhook?.client_certificate_details)}`;

  const queue = () => html`<label>
      Queue URL
      <input
        name="queue_url"
        type="url"
        value=${webhook?.destination.queue_url ?? ''}
        required
        pattern="https:/{2}sqs\\.[a-z0-9\\-]+\\.amazonaws\\.com(\\.cn)?/[0-9]{12}/[A-Za-z0-9_\\-]{1,80}"
        title="The URL of a standard queue, as SQS shows it"
        aria-describedby="queue_url-fault queue_url-hint"
      />
    </label>
    ${fault('queue_url')}
    <p class="hint" id="queue_url-hint">Each delivery is one message, whose body and attributes are the body and the headers of a request.</p>
    ${role('sqs:SendMessage on the queue')}`;

  const bus = () => html`<label>
      Event bus ARN
      <input
        name="event_bus_arn"
        value=${webhook?.destination.event_bus_arn ?? ''}
        required
        pattern="arn:[a-z\\-]+:events:[a-z0-9\\-]+:[0-9]{12}:event-bus/[A-Za-z0-9._\\/\\-]{1,256}"
        title="The ARN of an event bus, such as arn:aws:events:eu-central-1:123456789012:event-bus/schedule-events"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="event_bus_arn-fault event_bus_arn-hint"
      />
    </label>
    ${fault('event_bus_arn')}
    <p class="hint" id="event_bus_arn-hint">
      Each delivery is one event with the source schedule-events. Its detail type is the type of the event, and its detail the event. It is not signed.
    </p>
    ${role('events:PutEvents on the event bus')}`;

  /** @param action what the role has to allow */
  const role = (action) => html`<label>
      Role ARN
      <input
        name="role_arn"
        value=${webhook?.destination.role_arn ?? ''}
        required
        pattern="arn:[a-z\\-]+:iam::[0-9]{12}:role/[A-Za-z0-9+=,.@_\\/\\-]{1,576}"
        title="The ARN of a role, such as arn:aws:iam::123456789012:role/schedule-events"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="role_arn-fault role_arn-hint"
      />
    </label>
    ${fault('role_arn')}
    <p class="hint" id="role_arn-hint">
      The role has to let the AWS account of this service, whose number the operator tells you, assume it with the external ID
      ${identifier(app.account.id)}, and to allow ${action}.
    </p>`;

  const authorization = (present) => html`<details ?open=${Boolean(present)}>
    <summary>Access token (OAuth 2.0)</summary>
    <p class="hint">For a receiver that asks for one. ${present ? 'Without a token URL, the webhook has none any more.' : nothing}</p>
    <label>
      Token URL
      <input
        name="token_url"
        type="url"
        value=${present?.token_url ?? ''}
        maxlength="2048"
        pattern="[Hh][Tt][Tt][Pp][Ss]://.+"
        title="It begins with https:"
        aria-describedby="token_url-fault"
      />
    </label>
    ${fault('token_url')}
    <label>Client ID <input name="client_id" value=${present?.client_id ?? ''} maxlength="256" autocomplete="off" aria-describedby="client_id-fault" /></label>
    ${fault('client_id')}
    <label>
      Client secret
      <input name="client_secret" type="password" maxlength="1024" autocomplete="new-password" aria-describedby="client_secret-fault secret-hint" />
    </label>
    ${fault('client_secret')}
    <p class="hint" id="secret-hint">It is not shown again.${present ? ' That there is stays unless you enter another one.' : nothing}</p>
    <label>Scopes <input name="scopes" value=${present?.scopes.join(' ') ?? ''} autocomplete="off" aria-describedby="scopes-fault scopes-hint" /></label>
    ${fault('scopes')}
    <p class="hint" id="scopes-hint">Separated by spaces. Empty: what your authorization server grants without being asked.</p>
    <label>Audience <input name="audience" value=${present?.audience ?? ''} maxlength="256" autocomplete="off" /></label>
    ${box('client_secret_post', 'true', present?.token_endpoint_auth_method === 'client_secret_post', 'The authorization server takes the secret in the body only')}
  </details>`;

  const mutualTls = (present) => html`<details ?open=${Boolean(present)}>
    <summary>Client certificate (mutual TLS)</summary>
    <p class="hint">
      For a receiver that asks its clients for one. Both texts are PEM; they are not shown again.
      ${present ? html`The certificate of <bdi>${present.subject}</bdi> stays unless you enter another one and its key.` : nothing}
    </p>
    <label>
      Certificate, and behind it those that issued it
      <textarea name="certificate" rows="3" maxlength="16384" spellcheck="false" aria-describedby="certificate-fault"></textarea>
    </label>
    ${fault('certificate')}
    <label>
      Private key, without a passphrase
      <textarea name="private_key" rows="3" maxlength="16384" spellcheck="false" autocomplete="off" aria-describedby="private_key-fault"></textarea>
    </label>
    ${fault('private_key')} ${fault('client_certificate')}
    ${present ? box('no_certificate', 'true', false, 'Remove the certificate') : nothing}
  </details>`;

  const limits = () => html`<label>
      Deliveries a second, at most
      <input
        name="max_per_second"
        type="number"
        min="1"
        max="1000"
        value=${webhook?.max_per_second ?? ''}
        aria-describedby="max_per_second-fault limit-hint"
      />
    </label>
    ${fault('max_per_second')}
    <p class="hint" id="limit-hint">Empty: no limit. Further ones wait in its backlog; retries are not counted.</p>`;

  const captures = () =>
    html`${box('capture_responses', 'true', webhook?.capture_responses, 'Keep the first 1,024 bytes of responses to failed attempts, encrypted, for seven days')}`;

  const payload = () => html`<fieldset>
    <legend>What a delivery carries</legend>
    ${choice('thin', 'The whole event', !thin, () => { thin = false; })}
    ${choice('thin', 'Thin: its ID, type, clinic and time alone. The receiver reads the event with the API, and its logs hold no schedule data', thin, () => { thin = true; })}
  </fieldset>`;

  /** It is shown, but cannot be changed. */
  const ordering = () => html`<fieldset ?disabled=${webhook !== null}>
    <legend>Order${webhook ? ', as chosen when the webhook was registered' : nothing}</legend>
    ${choice('ordered', 'As events come: one that is retried arrives after newer ones', !ordered, () => { ordered = false; })}
    ${choice('ordered', 'Each appointment in order: an event waits until the earlier ones of its appointment are delivered or dismissed. This cannot be changed later', ordered, () => { ordered = true; })}
  </fieldset>`;

  const types = () => html`<fieldset @change=${(event) => { named = new FormData(event.currentTarget.form).getAll('types'); app.render(); }}>
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

  const change = (index, part) => {
    conditions = conditions.map((one, at) => (at === index ? { ...one, ...part } : one));
    app.render();
  };

  const condition = ({ field, text }, index, offered) => {
    const example = offered.find(([name]) => name === field)?.[1];
    const names = offered.map(([name]) => name);
    return html`<div class="condition">
      <label>
        Field
        <select @change=${(event) => change(index, { field: event.target.value })}>
          <option value="" ?selected=${!field}>choose</option>
          ${(!field || names.includes(field) ? names : [field, ...names]).map((name) => html`<option value=${name} ?selected=${name === field}>${name}</option>`)}
        </select>
      </label>
      <label>
        is one of
        <input
          .value=${text}
          spellcheck="false"
          placeholder=${example === undefined ? '' : String(example)}
          @input=${(event) => change(index, { text: event.target.value })}
        />
      </label>
      <button
        type="button"
        class="quiet"
        aria-label="Remove the condition on ${field || 'no field'}"
        @click=${() => { conditions = conditions.filter((_, at) => at !== index); app.render(); }}
      >
        Remove
      </button>
    </div>`;
  };

  const conditionsOf = (offered) =>
    offered.length || conditions.length
      ? html`<fieldset>
          <legend>Filter</legend>
          ${conditions.map((one, index) => condition(one, index, offered))}
          <button type="button" class="quiet" @click=${() => { conditions = [...conditions, { field: '', text: '' }]; app.render(); }}>Add a condition</button>
          <p class="hint">Only events that meet every condition are sent. Separate values with commas. All chosen types have the fields that are offered.</p>
        </fieldset>`
      : nothing;

  const notify = () => html`<label>
      E-mails also to
      <input
        name="email"
        type="email"
        maxlength="254"
        value=${webhook?.notify?.email ?? ''}
        aria-describedby="email-fault email-hint"
      />
    </label>
    ${fault('email')}
    <p class="hint" id="email-hint">
      Besides the owner's addresses: who looks after the receiver. The address is sent a link first, and gets e-mails once it is confirmed there.
    </p>
    <details>
      <summary>Leave some of these e-mails out</summary>
      ${Object.entries(MAILS).map(([mail, label]) => box('without', mail, webhook?.notify?.without.includes(mail), `No e-mail when ${label}`))}
      <p class="hint">An e-mail that the webhook was disabled always comes.</p>
    </details>`;

  return {
    async load() {
      addresses = (await app.api.get('/v1/addresses')).data.map(({ address }) => address);
      if (app.can('events:read')) {
        eventTypes = (await app.api.get('/v1/event_types')).data;
      }
    },
    /** @param send takes what is wanted */
    view: (action, send) => html`<form
      class="stacked"
      @change=${check}
      @input=${recheck}
      @submit=${(event) => {
        event.preventDefault();
        send(wanted(new FormData(event.target)));
      }}
    >
      ${webhook ? nothing : ways()} ${{ endpoint, queue, bus, pull: () => nothing }[way]()}
      <label>Description <input name="description" maxlength="500" value=${webhook?.description ?? ''} /></label>
      <label>
        External ID
        <input
          name="external_id"
          maxlength="100"
          pattern="[A-Za-z0-9][A-Za-z0-9._:\\/@\\-]{0,99}"
          title="Letters, digits, and characters of . _ : / @ -, the first a letter or digit"
          value=${webhook?.external_id ?? ''}
          aria-describedby="external_id-fault external-id-hint"
        />
      </label>
      ${fault('external_id')}
      <p class="hint" id="external-id-hint">Your own identifier, which no other webhook of the account has.</p>
      <label>
        Metadata
        <textarea name="metadata" rows="2" spellcheck="false" aria-describedby="metadata-hint" .value=${lines(webhook?.metadata)}></textarea>
      </label>
      <p class="hint" id="metadata-hint">Texts of your own, one a line, as in team: scheduling. They are shown here and in the API, and sent to nobody.</p>
      ${webhook && !eventTypes.length ? nothing : types()} ${eventTypes.length ? conditionsOf(fields()) : nothing} ${payload()} ${way === 'pull' ? nothing : ordering()}
      <fieldset class="long">
        <legend>Clinics (choose none for all that you see)</legend>
        ${app.account.clinic_ids.map((id) => box('clinic_ids', id, webhook && clinics(webhook)?.includes(id), id))}
      </fieldset>
      ${way === 'pull' ? nothing : limits()} ${way === 'endpoint' ? captures() : nothing} ${notify()} ${terminal((form) => sent(wanted(form)))}
      <p class="actions"><a class="button quiet" href="#${path}">Cancel</a> <button type="submit">${action}</button></p>
    </form>`,
  };
}

/** What a webhook can name instead of each of the types, such as offer.*; not of operational types. */
function groups(eventTypes) {
  return [...new Set(eventTypes.filter((type) => !type.operational).map((type) => `${type.name.split('.')[0]}.*`))];
}

function typedAs(example, text) {
  if (typeof example === 'boolean' && ['true', 'false'].includes(text)) {
    return text === 'true';
  }
  return typeof example === 'number' && /^-?\d+$/.test(text) ? Number(text) : text;
}

function clinics(webhook) {
  return webhook.clinic_ids ?? (webhook.clinic_id ? [webhook.clinic_id] : null);
}

/** What a request for a new webhook has to say. */
function stated(request) {
  return Object.fromEntries(
    Object.entries(request).filter(([field, value]) => value !== null && value !== DEFAULTS[field] && !same(value, {})),
  );
}

/** Settings that a webhook does not show, so that they are sent whenever they are entered. */
const WRITE_ONLY = ['headers', 'client_certificate'];

/** What of a request differs from the webhook, so that settings that somebody else changed meanwhile stay. */
function differences(request, webhook) {
  return Object.fromEntries(
    Object.entries(request).filter(([field, value]) => WRITE_ONLY.includes(field) || (field !== 'mode' && !same(value, setting(webhook, field)))),
  );
}

/** A setting of a webhook as the form has it; of its headers, only the names are known, and of its certificate whose it is. */
export function setting(webhook, field) {
  const known = {
    ...webhook,
    clinic_ids: clinics(webhook),
    headers: webhook.header_names,
    client_certificate: webhook.client_certificate_details,
  };
  return known[field] ?? null;
}

export function same(one, other) {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** A value without the orders that mean nothing, however deep. */
function sorted(value) {
  if (Array.isArray(value)) {
    return value.map(sorted).toSorted();
  }
  return value && typeof value === 'object'
    ? Object.entries(value)
        .map(([field, one]) => [field, sorted(one)])
        .toSorted()
    : value;
}

/** Metadata as a text with one a line. */
function lines(metadata = {}) {
  return Object.entries(metadata)
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

/** Headers, metadata or fields from a text with one a line; null if there is none. */
export function pairs(text) {
  const read = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [name, ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    });
  return read.length ? Object.fromEntries(read) : null;
}
