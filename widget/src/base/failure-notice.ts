import { html, nothing, type TemplateResult } from 'lit';
import type { OpeningStrings } from '../locales/strings.ts';
import { ALERT, icon } from './icon.ts';
import { retryLabel } from './retry-label.ts';

/** What a failure notice shows and calls. */
export interface FailureNoticeView {
  message: string;
  strings: OpeningStrings;
  /** The language of the strings. */
  language: string;
  /** When a new try makes sense: milliseconds since 1970. */
  retryAt?: number | undefined;
  /** Undefined if there is nothing to try again. */
  retry: (() => void) | undefined;
}

/** A failure message with a button that tries again, or counts down until that makes sense. */
export function failureNotice({ message, strings, language, retryAt, retry }: FailureNoticeView): TemplateResult {
  const later = retryLabel(strings, language, retryAt);
  return html`<div class="failure" part="error">${icon(ALERT)}<div><p dir="auto">${message}</p>${
    retry
      ? html`<button type="button" class="retry" ?disabled=${later !== undefined} @click=${retry}>${
          later ?? strings.retry
        }</button>`
      : nothing
  }</div></div>`;
}
