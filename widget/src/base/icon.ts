import { html, type TemplateResult } from 'lit';

// Outlines in a box of 20 × 20, one constant each, for an empty panel. The others are in answer-icons.ts.
export const CLOSE = 'm5 5 10 10M15 5 5 15';
export const LARGER = 'M4.5 9V4.5H9M15.5 11v4.5H11';
export const SEND = 'M10 16V4.5M5 9l5-5 5 5';
export const STOP = 'M6.5 6.5h7v7h-7z';
export const SEARCH = 'm16.5 16.5-3.7-3.7M14.5 9a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0';
export const ARROW = 'M4.5 10h11M11 5.5l4.5 4.5-4.5 4.5';
export const CIRCLE = 'M10 2.75a7.25 7.25 0 1 1 0 14.5 7.25 7.25 0 0 1 0-14.5';
export const ALERT = `M10 6.25v4.5M10 13.6v.1${CIRCLE}`;

/** An icon, hidden from screen readers: it stands beside text or in a labelled button. */
export function icon(outline: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${outline} /></svg>`;
}
