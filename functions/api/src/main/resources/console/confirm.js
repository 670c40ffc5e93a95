// Confirms an e-mail address with the token of a link. Nothing is sent before a person presses the button: scanners of e-mails open links.

import { html } from './lit-html.js';
import { Api } from './api.js';

/**
 * @param token of the link
 * @param show shows content
 */
export function confirmation(token, show) {
  const confirm = async () => {
    show(html`<p role="status">Confirming…</p>`);
    try {
      await new Api(null, () => {}).post('/v1/console/confirmations', { token });
      show(html`<p role="status" class="message good">Your address is confirmed. E-mails about the webhook come from now on.</p>`);
    } catch (error) {
      show(
        html`<p role="alert" class="message bad">${error.message}</p>
          ${error.passes ? question('Try again') : ''}`,
      );
    }
  };
  const question = (action) => html`<p class="actions"><button type="button" @click=${confirm}>${action}</button></p>`;

  show(
    html`<p>A webhook is to send e-mails about its state to this address: when it fails, works again or is disabled.</p>
      ${question('Confirm')}
      <p class="hint">If you do not know what this is about, close the page.</p>`,
  );
}
