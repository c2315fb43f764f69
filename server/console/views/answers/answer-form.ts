import type { CuratedAnswer } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { answerText, answerTextStyles } from '../../parts/answer-text.ts';
import '../../parts/dialogs/dialog.ts';
import { checkboxField, inlineError, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import { notice } from '../../parts/states.ts';
import { shared } from '../../styles/shared.ts';

interface Draft {
  question: string;
  /** One on each line. */
  wordings: string;
  answer: string;
  enabled: boolean;
  /** Days as `yyyy-mm-dd`, empty for none. */
  expires: string;
  review: string;
}

const dayOf = (time: string | null): string => time?.slice(0, 10) ?? '';
const timeOf = (day: string): string | null => (day === '' ? null : `${day}T00:00:00Z`);
const linesOf = (text: string): string[] => text.split('\n').flatMap((line) => (line.trim() ? [line.trim()] : []));

function draftOf(answer: CuratedAnswer | null, question: string): Draft {
  if (!answer) return { question, wordings: '', answer: '', enabled: true, expires: '', review: '' };
  return {
    question: answer.question,
    wordings: answer.wordings.join('\n'),
    answer: answer.answer,
    enabled: answer.enabled,
    expires: dayOf(answer.expires_at),
    review: dayOf(answer.review_at),
  };
}

/**
 * `<answer-form .app=${…} .project=${id} .answer=${…} .question=${…} .open=${…} @close=${…} @saved=${…}>`: a dialog in which the owner
 * writes an answer that the chat shows as written, or changes one. `question` fills in a new one. Event `saved`: `detail` is the answer.
 */
export class AnswerForm extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    answer: { attribute: false },
    question: { attribute: false },
    open: { attribute: false },
    draft: { state: true },
    tried: { state: true },
    found: { state: true },
  };
  static override styles = [
    shared,
    answerTextStyles,
    css`
      .preview { display: grid; gap: var(--space-2); padding: var(--space-3); border: 1px solid var(--line); border-radius: var(--round-m); }
      .dates { display: grid; gap: var(--space-4); grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); }
      .try { display: grid; gap: var(--space-2); grid-template-columns: minmax(0, 1fr) auto; align-items: end; }
    `,
  ];
  declare app: App;
  declare project: string;
  /** The one that is changed; null for a new one. */
  declare answer: CuratedAnswer | null;
  declare question: string;
  open = false;
  draft: Draft = draftOf(null, '');
  /** A question to try. */
  tried = '';
  /** Which answer it gets; undefined before it was tried. */
  found: CuratedAnswer | null | undefined = undefined;
  readonly #save = new Action(this);
  readonly #try = new Action(this);

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('open') && this.open) {
      this.draft = draftOf(this.answer, this.question);
      this.tried = '';
      this.found = undefined;
    }
  }

  override render(): TemplateResult {
    return html`<ui-dialog asks heading=${this.answer ? 'Change the answer' : 'Answer word for word'} wide .open=${this.open} .locked=${this.#save.busy} @close=${this.#closed}>
      <form id="form" class="stack" novalidate @submit=${this.#submit}>${this.#fields()}</form>
      ${this.answer ? this.#trial(this.answer) : nothing}
      <button slot="footer" class="button" type="button" @click=${this.#close}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#save.busy}>${this.answer ? 'Save' : 'Use this answer'}</button>
    </ui-dialog>`;
  }

  #fields(): TemplateResult {
    const { draft } = this;
    const change = (changes: Partial<Draft>) => {
      this.draft = { ...this.draft, ...changes };
    };
    const field = (name: string) => this.#save.field(name);
    return html`<p class="soft">The chat shows it as you write it, marked as yours, for this question and others like it. Nothing is searched.</p>
      ${textField({ name: 'question', label: 'Question', value: draft.question, maxlength: 500, required: true, error: field('question'), change: (question) => change({ question }) })}
      ${textField({ name: 'wordings', label: 'Other ways to ask it', optional: true, rows: 3, value: draft.wordings, error: field('wordings'), hint: 'One on each line, at most 10. Each makes more questions find the answer.', change: (wordings) => change({ wordings }) })}
      ${textField({ name: 'answer', label: 'Answer', rows: 7, value: draft.answer, maxlength: 10_000, required: true, error: field('answer'), hint: 'Markdown: **bold**, lists, [a link](https://www.example.com/).', change: (answer) => change({ answer }) })}
      ${draft.answer.trim() ? html`<div class="preview"><span class="soft small">As visitors see it</span>${answerText(draft.answer)}</div>` : nothing}
      <div class="dates">
        ${textField({ name: 'review_at', label: 'Review it on', optional: true, type: 'date', value: draft.review, error: field('review_at'), change: (review) => change({ review }) })}
        ${textField({ name: 'expires_at', label: 'Stop using it on', optional: true, type: 'date', value: draft.expires, error: field('expires_at'), change: (expires) => change({ expires }) })}
      </div>
      ${checkboxField({ name: 'enabled', label: 'Use it', checked: draft.enabled, change: (enabled) => change({ enabled }) })}
      ${inlineError(this.#save.error('question', 'wordings', 'answer', 'review_at', 'expires_at'))}`;
  }

  #trial({ id }: CuratedAnswer): TemplateResult {
    const { found } = this;
    return html`<form class="stack tight" novalidate @submit=${this.#attempt}>
      <div class="try">${textField({
        name: 'query',
        label: 'Try another question with the saved answer',
        value: this.tried,
        maxlength: 4000,
        change: (tried) => {
          this.tried = tried;
        },
      })}<button class="button" type="submit" aria-busy=${this.#try.busy}>${icon('play', 16)}Try</button></div>
      ${inlineError(this.#try.error())}
      <div role="status">${
        found === undefined
          ? nothing
          : found?.id === id
            ? notice('This question gets the answer.', { tone: 'good', name: 'check' })
            : found
              ? notice(html`This question gets another answer of yours: “${found.question}”.`, { tone: 'warn' })
              : notice('This question does not get it. Add its wording above if it should.', { tone: 'warn' })
      }</div></form>`;
  }

  #close(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #closed(): void {
    this.#save.clear();
    this.#try.clear();
    this.dispatchEvent(new Event('close'));
  }

  async #attempt(event: Event): Promise<void> {
    event.preventDefault();
    const query = this.tried.trim();
    if (!query) return;
    const result = await this.#try.run(() => this.app.client.curatedAnswers.match(this.project, { query }));
    if (result) this.found = result.match;
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { draft, project } = this;
    const { curatedAnswers } = this.app.client;
    const body = {
      question: draft.question.trim(),
      wordings: linesOf(draft.wordings),
      answer: draft.answer.trim(),
      enabled: draft.enabled,
      expires_at: timeOf(draft.expires),
      review_at: timeOf(draft.review),
    };
    const missing = {
      ...(body.question ? {} : { question: 'Write the question.' }),
      ...(body.answer ? {} : { answer: 'Write the answer.' }),
    };
    if (Object.keys(missing).length > 0) return this.#save.refuse(missing);
    const { answer } = this;
    const saved = await this.#save.run(() =>
      answer ? curatedAnswers.update(project, answer.id, body) : curatedAnswers.create(project, body),
    );
    if (!saved) return;
    this.dispatchEvent(new CustomEvent('saved', { detail: saved }));
    this.#close();
  }
}

customElements.define('answer-form', AnswerForm);

declare global {
  interface HTMLElementEventMap {
    saved: CustomEvent<CuratedAnswer>;
  }
}
