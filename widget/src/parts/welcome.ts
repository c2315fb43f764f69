import { html, type TemplateResult } from 'lit';
import { ARROW, icon } from './icon.ts';

/** What a visitor sees before the first question. */
export interface WelcomeView {
  greeting: string;
  suggestions: readonly string[];
  ask: (question: string) => void;
  /** What went wrong, where something did. */
  trouble: unknown;
}

/** The greeting, and questions worth asking. */
export function welcome({ greeting, suggestions, ask, trouble }: WelcomeView): TemplateResult {
  return html`<div class="welcome">
    <p class="greeting" part="greeting">${greeting}</p>
    ${suggestions.map(
      (question) =>
        html`<button type="button" class="suggestion" @click=${() => ask(question)}>${question}${icon(ARROW)}</button>`,
    )}
    ${trouble}
  </div>`;
}
