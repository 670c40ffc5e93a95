// Confirms or unsubscribes an e-mail address with the token of a link. Nothing is sent before a person presses the button: scanners of
// e-mails open links.

import { html } from './lit-html.js';
import { Api } from './api.js';

/**
 * @param token of the link
 * @param show shows content
 */
export function confirmation(token, show) {
  ask(show, {
    request: () => post('/v1/console/confirmations', { token }),
    intro: 'A webhook is to send e-mails about its state to this address: when it fails, works again or is disabled.',
    action: 'Confirm',
    busy: 'Confirming…',
    done: 'Your address is confirmed. E-mails about the webhook come from now on.',
    hint: 'If you do not know what this is about, close the page.',
  });
}

/** The same for the link with which e-mails end. */
export function unsubscription(token, show) {
  ask(show, {
    request: () =>
      post(`/v1/console/unsubscriptions?token=${encodeURIComponent(token)}`, { 'List-Unsubscribe': 'One-Click' }),
    intro: 'This address gets no more e-mails about webhooks of the account, also when one is disabled.',
    action: 'Unsubscribe',
    busy: 'Unsubscribing…',
    done: 'Your address is unsubscribed.',
    hint: 'No link can undo this: whoever operates the service has to.',
  });
}

function ask(show, { request, intro, action, busy, done, hint }) {
  const press = async () => {
    show(html`<p role="status">${busy}</p>`);
    try {
      await request();
      show(html`<p role="status" class="message good">${done}</p>`);
    } catch (error) {
      show(
        html`<p role="alert" class="message bad">${error.message}</p>
          ${error.passes ? button('Try again') : ''}`,
      );
    }
  };
  const button = (name) => html`<p class="actions"><button type="button" @click=${press}>${name}</button></p>`;

  show(
    html`<p>${intro}</p>
      ${button(action)}
      <p class="hint">${hint}</p>`,
  );
}

function post(path, body) {
  return new Api(null, () => {}).post(path, body);
}
