import type { Project, WidgetSuggestions } from '@footnote/sdk';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { Poll } from '../../controllers/poll.ts';
import { Resource } from '../../controllers/resource.ts';
import { errorMessage } from '../../format.ts';
import { inlineError } from '../../parts/forms/field.ts';
import { may } from '../../parts/role.ts';
import { shared } from '../../styles/shared.ts';

/**
 * `<suggested-questions .app=${…} .project=${…}>`: what Footnote suggests for an empty chat, and why there may be nothing. Sends
 * `take-suggestion` with a question that is to become the owner's own, and `suggestions-found` with all of them.
 */
export class SuggestedQuestions extends LitElement {
  static override properties = { app: { attribute: false }, project: { attribute: false } };
  static override styles = [
    shared,
    css`
      li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--space-1) var(--space-3); padding-block: var(--space-1); border-block-start: 1px solid var(--line); }
      li > span { flex: 1 1 12rem; }
    `,
  ];
  declare app: App;
  declare project: Project;
  readonly #action = new Action(this);
  readonly #found = new Resource(this, {
    key: () => this.project.id,
    load: (_, signal) => this.#load(signal),
  });

  constructor() {
    super();
    new Poll(this, {
      active: () => this.#found.value?.state === 'pending',
      request: async (signal) => {
        this.#found.set(await this.#load(signal));
        return false;
      },
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('project');
    // Other settings suggest something else.
    if (before?.id === this.project.id && before.updated_at !== this.project.updated_at) void this.#found.reload();
  }

  override render(): TemplateResult | typeof nothing {
    const { value, error } = this.#found;
    if (error) return inlineError(errorMessage(error));
    if (!value || value.state === 'off') return nothing;
    return html`<div class="stack tight" role="group" aria-labelledby="by-footnote">
      <h3 id="by-footnote">Suggested by Footnote</h3>
      <p class="soft small" role="status">${explanation(value, this.project)}</p>
      ${value.questions.length > 0 ? html`<ul>${value.questions.map(({ question }) => this.#row(question))}</ul>` : nothing}
      ${inlineError(this.#action.error())}</div>`;
  }

  #row(question: string): TemplateResult {
    const isTaken = this.project.widget.suggestions.includes(question);
    const buttons = html`<span class="actions"><button class="button small" type="button" ?disabled=${isTaken}
        aria-label="Use “${question}”" @click=${() => this.#take(question)}>${isTaken ? 'In use' : 'Use'}</button>
      <button class="button small quiet" type="button" aria-label="Refuse “${question}”" @click=${() => this.#refuse(question)}>Refuse</button></span>`;
    return html`<li><span dir="auto">${question}</span>${may(this.project, 'editor') ? buttons : nothing}</li>`;
  }

  #take(question: string): void {
    this.dispatchEvent(new CustomEvent('take-suggestion', { detail: question }));
  }

  async #refuse(question: string): Promise<void> {
    const { id } = this.project;
    const left = await this.#action.run(() => this.app.client.projects.widget.refuseSuggestion(id, { question }));
    if (left) this.#found.set(this.#told(left));
  }

  async #load(signal: AbortSignal): Promise<WidgetSuggestions> {
    return this.#told(await this.app.client.projects.widget.suggestions(this.project.id, { signal }));
  }

  #told(found: WidgetSuggestions): WidgetSuggestions {
    const questions = found.questions.map(({ question }) => question);
    this.dispatchEvent(new CustomEvent('suggestions-found', { detail: questions }));
    return found;
  }
}

customElements.define('suggested-questions', SuggestedQuestions);

/** What becomes of the questions, or why there are none. */
function explanation({ state, questions, asked }: WidgetSuggestions, { sources_count }: Project): string {
  if (state === 'own') return 'Your own questions are shown in their place.';
  if (state === 'pending') return 'Footnote asks what your headings ask, and keeps what the documents answer well.';
  if (questions.length > 0)
    return 'Shown while you have written none. Each was asked, and the documents answered it with certainty.';
  if (sources_count === 0) return 'None, as there are no documents yet.';
  if (asked === 0)
    return 'None: no heading is a question or makes one, such as “How to back up”. Golden questions are suggested, too.';
  return `None: ${asked} of the questions that your headings ask ${asked === 1 ? 'was' : 'were'} tried, and none was answered well enough. Write your own above.`;
}
