import { html, nothing, type TemplateResult } from 'lit';
import { retryLater } from '../locales/retry-later.ts';
import type { OpeningStrings } from '../locales/strings.ts';
import { ALERT, icon } from './icon.ts';

/** What went wrong, and what to do about it. */
export interface TroubleView {
  words: string;
  strings: OpeningStrings;
  /** The language that they are in. */
  language: string;
  /** The moment (milliseconds since 1970) from which a new try makes sense. */
  retryAt?: number | undefined;
  /** Undefined where there is nothing to try again. */
  retry: (() => void) | undefined;
}

/** A failure in words, with a button that tries again, or counts down until trying makes sense. */
export function trouble({ words, strings, language, retryAt, retry }: TroubleView): TemplateResult {
  const later = retryLater(strings, language, retryAt);
  return html`<div class="trouble" part="error">${icon(ALERT)}<div><p>${words}</p>${
    retry
      ? html`<button type="button" class="retry" ?disabled=${later !== undefined} @click=${retry}>${
          later ?? strings.retry
        }</button>`
      : nothing
  }</div></div>`;
}
