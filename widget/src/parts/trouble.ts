import { html, nothing, type TemplateResult } from 'lit';
import type { OpeningStrings } from '../locales/strings.ts';
import { ALERT, icon } from './icon.ts';

/** What went wrong, and what to do about it. */
export interface TroubleView {
  words: string;
  strings: OpeningStrings;
  /** The moment (milliseconds since 1970) from which a new try makes sense. */
  retryAt?: number | undefined;
  /** Undefined where there is nothing to try again. */
  retry: (() => void) | undefined;
}

/** A failure in words, with a button that tries again, or counts down until trying makes sense. */
export function trouble({ words, strings, retryAt = 0, retry }: TroubleView): TemplateResult {
  const seconds = Math.ceil((retryAt - Date.now()) / 1000);
  return html`<div class="trouble" part="error">${icon(ALERT)}<div><p>${words}</p>${
    retry
      ? html`<button type="button" class="retry" ?disabled=${seconds > 0} @click=${retry}>${
          seconds > 0 ? strings.retryIn(seconds) : strings.retry
        }</button>`
      : nothing
  }</div></div>`;
}
