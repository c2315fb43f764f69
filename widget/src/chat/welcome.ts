import { html, nothing, type TemplateResult } from 'lit';
import { type FailureNoticeView, failureNotice } from '../base/failure-notice.ts';
import { ARROW, icon } from '../base/icon.ts';
import { LAUNCHER_ICON } from '../base/launcher.styles.ts';
import type { OpeningStrings } from '../locales/strings.ts';

/** What the welcome shows and calls. */
export interface WelcomeView {
  greeting: string;
  suggestions: readonly string[];
  /** The picture of the assistant; undefined for none. */
  avatar: unknown;
  ask: (question: string) => void;
  /** Asks a person, if the project offers that. */
  askPerson: (() => void) | null | undefined;
  strings: OpeningStrings;
  /** Why the settings or the conversation could not be loaded. */
  failure: FailureNoticeView | undefined;
}

/** Shown before the first question: the greeting and suggested questions. */
export function welcome(view: WelcomeView): TemplateResult {
  const { greeting, suggestions, avatar, ask, askPerson, strings, failure } = view;
  return html`<div class="welcome">
    ${avatar ?? html`<svg class="icon emblem" viewBox="0 0 24 24" aria-hidden="true"><path d=${LAUNCHER_ICON} /></svg>`}
    <p class="greeting" part="greeting"><bdi>${greeting}</bdi></p>
    ${suggestions.map(
      (question) =>
        html`<button type="button" class="suggestion" @click=${() => ask(question)}><bdi>${question}</bdi>${icon(ARROW)}</button>`,
    )}
    ${askPerson ? html`<div><button type="button" class="retry" @click=${askPerson}>${strings.askPerson}</button></div>` : nothing}
    ${failure ? failureNotice(failure) : nothing}
  </div>`;
}
