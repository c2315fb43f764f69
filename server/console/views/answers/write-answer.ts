import { type ChatAnswer, NotFoundError, type Source, SourceFailedError } from '@footnote/sdk';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { App } from '../../app.ts';
import { Action } from '../../controllers/action.ts';
import { answerText, answerTextStyles } from '../../parts/answer-text.ts';
import { askAsOwner } from '../../parts/widget/ask-as-owner.ts';
import { shared } from '../../styles/shared.ts';
import '../../parts/dialogs/dialog.ts';
import { inlineError, textField } from '../../parts/forms/field.ts';
import { icon } from '../../parts/icon.ts';
import '../../parts/progress-bar.ts';
import { notice } from '../../parts/states.ts';

/**
 * `<write-answer .app=${…} .project=${id} .question=${…} .open=${…} @close=${…} @written=${…}>`: a dialog in which the
 * owner writes the answer to an unanswered question. Adds it as a text source, shows the progress, and asks the question again.
 * Event `written`: the answer is searchable; `detail` is the question. Event `close`: the dialog has been closed.
 */
export class WriteAnswer extends LitElement {
  static override properties = {
    app: { attribute: false },
    project: { attribute: false },
    question: { attribute: false },
    open: { attribute: false },
    named: { state: true },
    text: { state: true },
    source: { state: true },
    answer: { state: true },
  };
  static override styles = [
    shared,
    answerTextStyles,
    css`
      .again { display: grid; gap: var(--space-3); padding: var(--space-4); border: 1px solid var(--line); border-radius: var(--round-m); }
    `,
  ];
  declare app: App;
  declare project: string;
  declare question: string;
  open = false;
  /** The title of the source; empty for the question itself. */
  named = '';
  text = '';
  /** The source, once it has been added. */
  source: Source | null = null;
  /** The answer, once the question has been asked again. */
  answer: ChatAnswer | null = null;
  readonly #add = new Action(this);
  readonly #ask = new Action(this);
  #waiting: AbortController | null = null;

  override disconnectedCallback(): void {
    this.#waiting?.abort();
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    return html`<ui-dialog ?asks=${this.source === null} heading="Write the answer" wide .open=${this.open} @close=${this.#close}>
      ${this.source ? this.#added(this.source) : this.#form()}
      ${this.source ? this.#afterwards(this.source) : this.#before()}
    </ui-dialog>`;
  }

  #form(): TemplateResult {
    return html`<form id="form" class="stack" novalidate @submit=${this.#submit}>
      <p class="soft">It becomes one of your sources. Write it like a document: the chat answers similar questions from it and cites it. To show your exact words, choose “Answer word for word” instead.</p>
      ${textField({
        name: 'title',
        label: 'Title',
        value: this.named || this.question,
        maxlength: 300,
        required: true,
        error: this.#add.field('title'),
        change: (named) => {
          this.named = named;
        },
      })}
      ${textField({
        name: 'text',
        label: 'Answer',
        rows: 8,
        value: this.text,
        required: true,
        placeholder: 'Use the words that people use, and be complete: who, when, how much.',
        error: this.#add.field('text'),
        change: (text) => {
          this.text = text;
        },
      })}
      ${inlineError(this.#add.error('title', 'text'))}</form>`;
  }

  #before(): TemplateResult {
    return html`<button slot="footer" class="button" type="button" @click=${this.#cancel}>Cancel</button>
      <button slot="footer" class="button primary" type="submit" form="form" aria-busy=${this.#add.busy}>Add the answer</button>`;
  }

  #added(source: Source): TemplateResult {
    const { status } = source;
    if (status === 'failed')
      return html`${notice(html`It could not be added. ${source.error?.message ?? ''}`, { tone: 'bad', name: 'alert' })}`;
    if (status !== 'completed')
      return html`<div class="stack tight" role="status"><span>It is being made searchable…</span><ui-progress label="Making it searchable"></ui-progress></div>${inlineError(this.#add.error())}`;
    return html`${notice(html`<strong>It is searchable.</strong> From now on it is cited where it answers.`, { tone: 'good', name: 'check' })}
      ${this.answer ? this.#asked(this.answer) : nothing}${inlineError(this.#ask.error())}`;
  }

  #asked({ response, citations }: ChatAnswer): TemplateResult {
    const own = citations.some(({ source_id }) => source_id === this.source?.id);
    return html`<div class="again" role="status"><span class="soft small">Asked again: ${this.question}</span>${answerText(response)}
      <span class="row small">${own ? html`${icon('check', 16)}The answer cites your text.` : html`${icon('alert', 16)}The answer does not cite your text. Use more words of the question in it.`}</span></div>`;
  }

  #afterwards({ status }: Source): TemplateResult {
    if (status !== 'completed')
      return html`<button slot="footer" class="button" type="button" @click=${this.#cancel}>${status === 'failed' ? 'Close' : 'Continue in the background'}</button>`;
    return html`<button slot="footer" class="button" type="button" @click=${this.#cancel}>Close</button>
      ${
        this.answer
          ? html`<a slot="footer" class="button primary" href="/projects/${encodeURIComponent(this.project)}/playground?answer=${encodeURIComponent(this.answer.message_id)}">See how it was made</a>`
          : html`<button slot="footer" class="button primary" type="button" aria-busy=${this.#ask.busy} @click=${this.#again}>${icon('play', 16)}Ask it again</button>`
      }`;
  }

  #cancel(): void {
    this.renderRoot.querySelector('ui-dialog')?.close();
  }

  #close(): void {
    if (this.source?.status === 'completed' || this.source?.status === 'failed') this.#waiting?.abort();
    this.named = '';
    this.text = '';
    this.source = null;
    this.answer = null;
    this.#add.clear();
    this.#ask.clear();
    this.dispatchEvent(new Event('close'));
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const title = (this.named || this.question).trim();
    const text = this.text.trim();
    const missing = {
      ...(title ? {} : { title: 'It needs a title.' }),
      ...(text ? {} : { text: 'Write the answer.' }),
    };
    if (Object.keys(missing).length > 0) return this.#add.refuse(missing);
    const { question } = this;
    const { sources } = this.app.client;
    const source = await this.#add.run(() => sources.addText({ project_id: this.project, title, text }));
    if (!source) return;
    this.source = source;
    const waiting = new AbortController();
    this.#waiting = waiting;
    const shown = (now: Source) => {
      if (this.source?.id === now.id) this.source = now;
    };
    try {
      await sources.waitUntilReady(source, { signal: waiting.signal, onProgress: shown });
      this.dispatchEvent(new CustomEvent('written', { detail: question }));
      if (this.source === null) this.app.toast('Your answer is searchable.');
    } catch (error) {
      if (waiting.signal.aborted || NotFoundError.isInstance(error)) return;
      if (this.source === null)
        this.app.toast('Your answer could not be made searchable. See the sources for the reason.', 'bad');
      else if (!SourceFailedError.isInstance(error)) await this.#add.run(() => Promise.reject(error));
    }
  }

  async #again(): Promise<void> {
    const answer = await this.#ask.run(() => askAsOwner(this.app.client, this.project, this.question));
    if (answer) this.answer = answer;
  }
}

customElements.define('write-answer', WriteAnswer);

declare global {
  interface HTMLElementEventMap {
    written: CustomEvent<string>;
  }
}
