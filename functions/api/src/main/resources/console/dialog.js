// Modal dialogs: questions before a change, and secrets that are shown once.

import { html, nothing, render } from './lit-html.js';

/** @param insists whether only a button of the content closes the dialog, and not the key Escape */
function open(label, content, insists = false) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  document.body.append(dialog);
  return new Promise((resolve) => {
    const close = (result) => {
      dialog.close();
      dialog.remove();
      resolve(result);
    };
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (!insists) {
        close(null);
      }
    });
    render(html`<h2 id="dialog-title">${label}</h2>${content(close)}`, dialog);
    dialog.showModal();
  });
}

/**
 * Asks before a change.
 *
 * @param fields what else to ask, as form fields
 * @return the values of the fields, or null if the person changed their mind
 */
export function ask({ title, text, action, fields = nothing }) {
  return open(
    title,
    (close) => html`<form
      method="dialog"
      @submit=${(event) => {
        event.preventDefault();
        close(new FormData(event.target));
      }}
    >
      <p>${text}</p>
      ${fields}
      <p class="actions">
        <button type="button" class="quiet" @click=${() => close(null)}>Cancel</button>
        <button type="submit">${action}</button>
      </p>
    </form>`,
  );
}

/** Shows a secret, which nobody can see again. */
export function show({ title, text, secret }) {
  return open(
    title,
    (close) => html`<p>${text}</p>
      ${secretField(secret)}
      <p class="actions"><button type="button" @click=${() => close(null)}>I have stored it</button></p>`,
    true,
  );
}

/** A secret with a button that copies it. */
export function secretField(secret) {
  const copy = async (event) => {
    const button = event.target;
    await navigator.clipboard.writeText(secret);
    button.textContent = 'Copied';
  };
  return html`<p class="secret">
    <code data-testid="secret">${secret}</code>
    <button type="button" class="quiet" @click=${copy}>Copy</button>
  </p>`;
}
