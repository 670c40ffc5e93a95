// The same as a form does, as lines for a terminal: with curl, and with the command line. They have no key, no value of a header, no secret and no certificate.

import { html, render } from './lit-html.js';
import { code } from './words.js';

/** The URL of the API's version. */
const VERSION = new URL('../..', import.meta.url);

const SECONDS_IN_HOUR = 3600;

/** What the command line calls a field; it takes any other with --set. */
const OPTIONS = {
  url: '--url',
  destination: '--destination',
  types: '--type',
  clinic_ids: '--clinic',
  filter: '--filter',
  headers: '--headers',
  auth: '--auth',
  client_certificate: '--client-certificate',
  payload: '--payload',
  ordering: '--ordering',
  description: '--description',
  external_id: '--external-id',
  metadata: '--metadata',
  max_per_second: '--max-per-second',
  capture_responses: '--capture-responses',
  notify: '--notify',
  type: '--type',
  scopes: '--scope',
  expires_at: '--expires-at',
  since: '--since',
  until: '--until',
  delivery_status: '--delivery-status',
};

/**
 * A part of a form that shows these lines once it is opened, and follows what is entered.
 *
 * @param request what the form sends, given its values: method, path, body, the command that sends the same, and its options for null
 */
export function terminal(request) {
  const opened = ({ currentTarget: details }) => {
    const form = details.closest('form');
    if (!details.open || details.dataset.follows) {
      return;
    }
    details.dataset.follows = 'true';
    const draw = () => render(lines(request(new FormData(form))), details.querySelector('div'));
    form.addEventListener('input', draw);
    form.addEventListener('change', draw);
    draw();
  };
  return html`<details class="terminal" @toggle=${opened}><summary>The same in a terminal</summary><div></div></details>`;
}

function lines({ method = 'POST', path, body, command, none = {} }) {
  const secrets = {
    ...(body.headers ? { headers: Object.fromEntries(Object.keys(body.headers).map((header) => [header, '…'])) } : {}),
    ...(body.auth?.client_secret ? { auth: { ...body.auth, client_secret: '…' } } : {}),
    ...(body.client_certificate ? { client_certificate: { certificate: '…', private_key: '…' } } : {}),
  };
  const sent = { ...body, ...secrets };
  const curl = [
    `curl -s ${method === 'POST' ? '' : `-X ${method} `}${quoted(new URL(path.replace('/v1/', ''), VERSION).href)}`,
    '-H "Authorization: Bearer $CLINIC_EVENTS_KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(sent))}`,
  ];
  const cli = [`clinic-events ${command}`, ...Object.entries(sent).flatMap(([field, value]) => option(field, value, none))];
  return html`${code(curl.join(' \\\n  '), 'the lines for curl')} ${code(cli.join(' \\\n  '), 'the lines for the command line')}
    <p class="hint">
      Your API key is in CLINIC_EVENTS_KEY, and for the command line ${new URL('..', VERSION).href.replace(/\/$/, '')} in CLINIC_EVENTS_API.
      ${Object.keys(secrets).length ? 'Enter the values in place of the dots.' : ''}
    </p>`;
}

/** The arguments that set a field of a request. */
function option(field, value, none) {
  if (value === null && none[field]) {
    return [none[field]];
  }
  if (field === 'mode') {
    return [`--${value}`];
  }
  if (field === 'expires_in') {
    return [`--expires-in ${value / SECONDS_IN_HOUR}h`];
  }
  if (field === 'dry_run') {
    return ['--dry-run'];
  }
  if (field === 'fields') {
    return Object.entries(value).map(([name, one]) => `--set ${quoted(`${name}=${JSON.stringify(one)}`)}`);
  }
  const name = OPTIONS[field];
  if (value === null || !name) {
    return [`--set ${quoted(`${field}=${JSON.stringify(value)}`)}`];
  }
  if (Array.isArray(value)) {
    return [`${name} ${quoted(value.join(','))}`];
  }
  return [`${name} ${quoted(typeof value === 'object' ? JSON.stringify(value) : String(value))}`];
}

/** A text as one argument, for a POSIX shell. */
function quoted(text) {
  return /^[\w.,:/@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
