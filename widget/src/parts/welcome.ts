import { html, nothing, type TemplateResult } from 'lit';
import { ARROW, icon } from './icon.ts';
import { LAUNCHER_ICON } from './launcher-look.ts';
import { type TroubleView, trouble } from './trouble.ts';

/** What a visitor sees before the first question. */
export interface WelcomeView {
  greeting: string;
  suggestions: readonly string[];
  ask: (question: string) => void;
  /** What went wrong, where something did. */
  trouble: TroubleView | undefined;
}

/** The greeting, and questions worth asking. */
export function welcome({ greeting, suggestions, ask, trouble: failure }: WelcomeView): TemplateResult {
  return html`<div class="welcome">
    <svg class="icon emblem" viewBox="0 0 24 24" aria-hidden="true"><path d=${LAUNCHER_ICON} /></svg>
    <p class="greeting" part="greeting">${greeting}</p>
    ${suggestions.map(
      (question) =>
        html`<button type="button" class="suggestion" @click=${() => ask(question)}>${question}${icon(ARROW)}</button>`,
    )}
    ${failure ? trouble(failure) : nothing}
  </div>`;
}
