// Copies texts: ids, URLs, JSON and secrets.

import { html } from './lit-html.js';

const DONE_MILLISECONDS = 2000;

/** A small button beside a text. @param label what is copied, where the text is too long to be named */
export function copyButton(text, label = text) {
  const copy = async (event) => {
    const button = event.currentTarget;
    const copied = await toClipboard(text, button.previousElementSibling);
    button.classList.add('done');
    button.setAttribute('aria-label', copied ? 'Copied' : 'Selected, to be copied by hand');
    setTimeout(() => {
      button.classList.remove('done');
      button.setAttribute('aria-label', `Copy ${label}`);
    }, DONE_MILLISECONDS);
  };
  return html`<button type="button" class="copy" aria-label="Copy ${label}" title="Copy" @click=${copy}>
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z"></path></svg>
  </button>`;
}

/**
 * @param shown the element that shows the text, which is selected where the browser does not allow to copy it
 * @return whether it was copied
 */
export async function toClipboard(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(shown);
    return false;
  }
}
