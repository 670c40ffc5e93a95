// Registers a webhook and shows its secret once; edits one.

import { html } from './lit-html.js';
import { show } from './dialog.js';
import { same, setting, webhookForm } from './form.js';
import { LOADING } from './lists.js';
import { name } from './words.js';

export function registrationPage(app) {
  const form = webhookForm(app, null, '/webhooks', (body) => ({ path: '/v1/webhooks', body, command: 'webhooks create' }));

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

  const change = (wanted) =>
    app.act(
      () => changed(wanted),
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
    if (!open.length && !wanted.headers && !wanted.client_certificate && !wanted.auth?.client_secret) {
      return now.json;
    }
    tag = now.tag;
    return changed(wanted);
  };

  return {
    title: 'Edit a webhook',
    async load() {
      ({ json: webhook, tag } = await app.api.read(path));
      form = webhookForm(app, webhook, `/webhooks/${id}`, (body) => ({ method: 'PATCH', path, body, command: `webhooks update ${id}` }));
      await form.load();
    },
    view: () => (form ? html`<p class="trail"><a href="#/webhooks/${id}"><bdi>${name(webhook)}</bdi></a></p>${form.view('Save', change)}` : LOADING),
  };
}

/** What a webhook will show of a setting that is wanted. */
function shown(wanted, field) {
  if (field === 'auth' && wanted.auth) {
    const { client_secret: secret, ...rest } = wanted.auth;
    return rest;
  }
  return field === 'headers' && wanted.headers ? Object.keys(wanted.headers) : wanted[field];
}
