// Calls the API with the API key of the session. The key travels in the header Authorization and nowhere else.

/** The URL of the API's version, under which the console is served: "/v1/" of a host, or of a path where several APIs share a host. */
const VERSION = new URL('../..', import.meta.url);
const MOST_TRIES = 4;
const LONGEST_WAIT_SECONDS = 5;

/** The URL of a page that explains something, such as errors#not_found; without one, of the page that lists all. */
export function help(page = '') {
  return new URL(page ? `docs/${page}` : 'docs', VERSION).href;
}

/** An error response of the API, or a request that got none (status 0). */
export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Where the error is explained; null if no response of the API says what it is. */
  get help() {
    return this.status && this.code ? help(`errors#${encodeURIComponent(this.code)}`) : null;
  }

  /** Whether the same request may succeed later. */
  get passes() {
    return this.status < 400 || this.status === 429 || this.status >= 500;
  }
}

export class Api {
  #token;
  #refused;

  /**
   * @param token the API key; null for what needs none
   * @param refused called with the message of a 401 response, after which the key is of no use
   */
  constructor(token, refused) {
    this.#token = token;
    this.#refused = refused;
  }

  async get(path, query = {}) {
    return (await this.read(path + parameters(query))).json;
  }

  /** @return an object as json, and its entity tag as tag */
  read(path) {
    return this.#send('GET', path);
  }

  /** Posts under an idempotency key, so that it can be repeated when its response is lost. */
  async post(path, body = {}) {
    return (await this.#send('POST', path, body, { 'Idempotency-Key': randomKey() })).json;
  }

  /** @param tag the entity tag of the version that is to be changed; without it, any */
  async patch(path, body, tag = null) {
    return (await this.#send('PATCH', path, body, tag ? { 'If-Match': tag } : {})).json;
  }

  async delete(path, query = {}) {
    return (await this.#send('DELETE', path + parameters(query))).json;
  }

  async #send(method, path, body, headers = {}) {
    for (let tries = 1; ; tries++) {
      const { response, json, error } = await this.#exchanged(method, path, body, headers);
      if (!error) {
        return { json, tag: response.headers.get('ETag') };
      }
      // After a 429 the service did nothing. Otherwise it may have, and knows the repeat by its key.
      const repeated = error.status === 429 || ('Idempotency-Key' in headers && (error.passes || error.code === 'concurrent_changes'));
      if (!repeated || tries === MOST_TRIES) {
        if (error.status === 401) {
          this.#refused(error.message);
        }
        throw error;
      }
      await pause(Math.min(Number(response?.headers.get('Retry-After')) || 1, LONGEST_WAIT_SECONDS));
    }
  }

  /** @return the response with its JSON, and an error unless it was a success */
  async #exchanged(method, path, body, headers) {
    let response;
    let text;
    try {
      response = await fetch(new URL(path.replace('/v1/', ''), VERSION), {
        method,
        headers: {
          ...(this.#token && { Authorization: `Bearer ${this.#token}` }),
          Accept: 'application/json',
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body && JSON.stringify(body),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
      });
      text = await response.text();
    } catch {
      return { error: new ApiError(0, 'unreachable', 'The service cannot be reached. Check your connection and try again.') };
    }
    const json = parsed(text);
    return response.ok && json !== undefined
      ? { response, json }
      : { response, error: new ApiError(response.status, json?.error?.code, sentence(response.status, json?.error)) };
  }
}

/** 128 random bits in hexadecimal; crypto.randomUUID exists in secure contexts alone. */
function randomKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The query of a URL; parameters without a value are left out, and arrays are repeated parameters. */
function parameters(query) {
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
    .filter(([, value]) => value !== undefined && value !== null && value !== '');
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}

/** The JSON of a response; null if it is empty, and undefined if it is something else, such as the page of a proxy. */
function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return undefined;
  }
}

/** What to tell a person; support staff find an error of the service by the id of the request. */
function sentence(status, error) {
  if (!error?.message) {
    return `The service did not respond itself (status ${status}). Try again in a moment.`;
  }
  // Of all faults of a body, the first of which is the error itself.
  const faults = error.errors?.map((fault) => fault.message) ?? [error.message];
  const message = [...new Set(faults)].join(' ');
  return status >= 500 && error.request_id ? `${message} The request's ID is ${error.request_id}.` : message;
}

function pause(seconds) {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
