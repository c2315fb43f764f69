import { html, type TemplateResult } from 'lit';

// Outlines in a box of 20 × 20, one constant each, so that every part of the widget brings only its own.
export const CLOSE = 'm5 5 10 10M15 5 5 15';
export const FRESH =
  'M9.5 4H5.75A1.75 1.75 0 0 0 4 5.75v8.5c0 .97.78 1.75 1.75 1.75h8.5A1.75 1.75 0 0 0 16 14.25V10.5M14.4 3.6a1.4 1.4 0 0 1 2 2L10.5 11.5 8 12l.5-2.5z';
export const SEND = 'M10 16V4.5M5 9l5-5 5 5';
export const STOP = 'M6.5 6.5h7v7h-7z';
export const ARROW = 'M4.5 10h11M11 5.5l4.5 4.5-4.5 4.5';
export const CHEVRON = 'm6 8 4 4 4-4';
export const OPEN =
  'M8 5H5.75C5.06 5 4.5 5.56 4.5 6.25v8c0 .69.56 1.25 1.25 1.25h8c.69 0 1.25-.56 1.25-1.25V12M11.5 4.5h4v4M15.2 4.8 9 11';
export const COPY =
  'M7.5 7.5h7.25c.41 0 .75.34.75.75v7c0 .41-.34.75-.75.75h-6.5a.75.75 0 0 1-.75-.75zM12.5 7.2V4.75A.75.75 0 0 0 11.75 4h-7a.75.75 0 0 0-.75.75v7c0 .41.34.75.75.75h2.5';
export const PENCIL = 'M12.9 4.6a1.6 1.6 0 0 1 2.4 2.3L7.5 14.7 4.5 15.5l.8-3z';
export const THUMB =
  'M6.5 9v7.25H4.25a.75.75 0 0 1-.75-.75V9.75A.75.75 0 0 1 4.25 9zm0 0 3-5.5c.95 0 1.75.8 1.75 1.75V8h3.9a1.4 1.4 0 0 1 1.4 1.65l-.95 5.4a1.45 1.45 0 0 1-1.4 1.2H6.5';
export const DONE = 'm4.5 10.5 3.5 3.5 7.5-8';
export const ALERT = 'M10 6.25v4.5M10 13.6v.1M10 2.75a7.25 7.25 0 1 1 0 14.5 7.25 7.25 0 0 1 0-14.5';

/** A small picture beside words, or in a button that has a label: never read out. */
export function icon(outline: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${outline} /></svg>`;
}
