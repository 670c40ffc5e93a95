// Charts. Each says the same in words, for those who cannot see it.

import { html, nothing, svg } from './lit-html.js';
import { digits } from './words.js';

/** Labels below a chart at most, the last of which is at its end. */
const LABELS = 5;

/** Top values of scales, times a power of ten. */
const ROUND = [1, 2, 4, 6, 8, 10];

/**
 * A bar chart with a scale, labels and the values of the bar under the pointer.
 *
 * @param title what it shows
 * @param series of each part of a bar, from the bottom, its tone and what it is
 * @param bars of each a label for the axis, a title, the heights of its parts, what they are in words, and whether they are not known as they were
 *     not read; from left to right
 * @param unit what the scale counts, if that is not plain
 */
export function chart({ title, series, bars, unit = '' }) {
  const top = scale(Math.max(...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))));
  const unread = bars.some((bar) => bar.unread);
  const used = series.filter((_, at) => bars.some(({ parts }) => parts[at] > 0));
  return html`<div class="chart">
    <h3>${title}</h3>
    <ul class="legend">
      ${used.map(({ tone, label }) => html`<li><svg viewBox="0 0 8 8" aria-hidden="true" focusable="false"><rect class=${tone} width="8" height="8" rx="2"></rect></svg>${label}</li>`)}
      ${unread ? html`<li><svg viewBox="0 0 8 8" aria-hidden="true" focusable="false"><rect class="unread" width="8" height="8" rx="2"></rect></svg>not read</li>`: nothing}
      ${used.length ? nothing : html`<li>none</li>`}
    </ul>
    <div class="plot" @pointermove=${(event) => point(event, bars)} @pointerdown=${(event) => point(event, bars)} @pointerleave=${leave}>
      <div class="scale" aria-hidden="true">${[top, top / 2, 0].map((value) => html`<span>${digits(value)}${value && unit ? ` ${unit}` : ''}</span>`)}</div>
      <div class="bars">
        <svg viewBox="0 0 ${bars.length * 10} 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          ${[0, 50, 100].map((at) => svg`<line x1="0" x2=${bars.length * 10} y1=${at} y2=${at} vector-effect="non-scaling-stroke"></line>`)}
          ${bars.map(({ parts, unread }, at) => (unread ? svg`<rect class="unread" x=${at * 10} width="10" height="100"></rect>` : stack(parts, series, at * 10, top)))}
        </svg>
        <div class="tip" hidden></div>
      </div>
      <div class="axis" aria-hidden="true">${labelled(bars).map((label) => html`<span>${label}</span>`)}</div>
    </div>
    <details>
      <summary>In words</summary>
      <ol>
        ${bars.filter(({ parts }) => parts.some((part) => part > 0)).map((bar) => html`<li>${bar.title}: ${bar.words}</li>`)}
      </ol>
    </details>
  </div>`;
}

/** The bars of a chart alone, for a row of a table. */
export function sparkline(series, bars) {
  const top = Math.max(1, ...bars.map((parts) => parts.reduce((sum, part) => sum + part, 0)));
  return html`<svg class="sparkline" viewBox="0 0 ${bars.length * 10} 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <line x1="0" x2=${bars.length * 10} y1="100" y2="100" vector-effect="non-scaling-stroke"></line>
    ${bars.map((parts, at) => stack(parts, series, at * 10, top))}
  </svg>`;
}

function stack(parts, series, x, top) {
  let y = 100;
  return parts.map((part, at) => {
    const height = (part / top) * 100;
    y -= height;
    return part ? svg`<rect class=${series[at].tone} x=${x + 1} y=${y} width="8" height=${height}></rect>` : nothing;
  });
}

/** The value at the top of a scale: a round number that halves to a whole one, where the largest is more than one. */
function scale(largest) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, largest)));
  const top = ROUND.map((step) => step * power).find((value) => value >= largest);
  return Math.max(2, top);
}

function labelled(bars) {
  const labels = Math.min(LABELS, bars.length);
  return Array.from({ length: labels }, (_, at) => bars[Math.round((at * (bars.length - 1)) / Math.max(1, labels - 1))].label);
}

/** Shows the values of the bar under the pointer. The text and its place are the chart's own: nothing renders them. */
function point(event, bars) {
  const tip = event.currentTarget.querySelector('.tip');
  const area = tip.parentElement.getBoundingClientRect();
  const at = Math.floor(((event.clientX - area.left) / area.width) * bars.length);
  tip.hidden = !bars[at];
  if (bars[at]) {
    tip.textContent = `${bars[at].title}\n${bars[at].words}`;
    const middle = ((at + 0.5) / bars.length) * area.width;
    tip.style.left = `${Math.max(0, Math.min(area.width - tip.offsetWidth, middle - tip.offsetWidth / 2))}px`;
  }
}

function leave(event) {
  event.currentTarget.querySelector('.tip').hidden = true;
}
