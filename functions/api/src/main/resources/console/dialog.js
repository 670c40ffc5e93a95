// Modal dialogs: questions before a change, and secrets that are shown once.

import { html, nothing, render } from './lit-html.js';
import { toClipboard } from './copy.js';

/**
 * @param content what the dialog shows, given a function that closes it with a result
 * @param stays whether now only the content closes the dialog, and not the key Escape
 * @return the result; null if a person closed the dialog without one
 */
function open(label, content, stays) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  dialog.setAttribute('aria-describedby', 'dialog-text');
  if (stays()) {
    // A second Escape would close a dialog that only refuses the first one.
    dialog.setAttribute('closedby', 'none');
  }
  document.body.append(dialog);
  return new Promise((resolve) => {
    const close = (result) => {
      resolve(result);
      dialog.close();
      dialog.remove();
    };
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (!stays()) {
        close(null);
      }
    });
    dialog.addEventListener('close', () => close(null), { once: true });
    render(html`<h2 id="dialog-title">${label}</h2>${content(close)}`, dialog);
    dialog.showModal();
  });
}

/** Closes a question whose page is left. */
export function leave() {
  document.querySelector('dialog:not([closedby])')?.close();
}

/**
 * Asks before a change, and makes it.
 *
 * @param danger whether something ends with the change
 * @param fields what else to ask, as form fields; then the question stays open if the change fails, so that nothing is entered twice
 * @param work makes the change, given the values of the fields and a function that says how far it is
 * @return the result of the change, as the field result; null if the person changed their mind
 */
export async function ask({ title, text, action, danger = false, fields = nothing }, work) {
  let busy = false;
  const submit = async (event, close) => {
    event.preventDefault();
    const form = event.target;
    if (busy) {
      return;
    }
    busy = true;
    form.setAttribute('aria-busy', 'true');
    try {
      close({ result: await work(new FormData(form), (text) => { form.querySelector('.progress').textContent = text; }) });
    } catch (error) {
      if (fields === nothing || error.status === 401) {
        close({ error });
        return;
      }
      busy = false;
      form.removeAttribute('aria-busy');
      const alert = form.querySelector('[role="alert"]');
      alert.textContent = error.message;
      alert.hidden = false;
      alert.scrollIntoView({ block: 'nearest' });
    }
  };
  const outcome = await open(
    title,
    (close) => html`<form method="dialog" @submit=${(event) => submit(event, close)}>
      <p id="dialog-text">${text}</p>
      ${fields}
      <p aria-live="polite" class="hint progress"></p>
      <p role="alert" class="message bad" hidden></p>
      <p class="actions">
        <button type="button" class="quiet" @click=${() => busy || close(null)}>Cancel</button>
        <button type="submit" class=${danger ? 'danger' : ''}>${action}</button>
      </p>
    </form>`,
    () => busy,
  );
  if (outcome?.error) {
    throw outcome.error;
  }
  return outcome;
}

/** Shows a secret, which nobody can see again; or only a text, if there is none. */
export function show({ title, text, secret }) {
  return open(
    title,
    (close) => html`<p id="dialog-text">${text}</p>
      ${secret ? secretField(secret) : nothing}
      <p class="actions"><button type="button" @click=${() => close(null)}>${secret ? 'I have stored it' : 'Close'}</button></p>`,
    () => Boolean(secret),
  );
}

/** A secret with a button that copies it. */
function secretField(secret) {
  const copy = async (event) => {
    const button = event.target;
    const copied = await toClipboard(secret, button.previousElementSibling);
    button.textContent = copied ? 'Copied' : 'Selected, to be copied by hand';
  };
  return html`<p class="secret">
    <code data-testid="secret">${secret}</code>
    <button type="button" class="quiet" @click=${copy}>Copy</button>
  </p>`;
}
