import { type AnswerTrace, type ChatAnswer, NotFoundError } from '@footnote/sdk';
import { css, html, nothing, type TemplateResult } from 'lit';
import { Resource } from '../../controllers/resource.ts';
import { singleKeys } from '../../controllers/shortcuts.ts';
import { icon } from '../../parts/icon.ts';
import { may } from '../../parts/role.ts';
import { emptyState, errorNotice, pageHeader, renderResource, skeleton } from '../../parts/states.ts';
import { createOwnerToken } from '../../parts/widget/ask-as-owner.ts';
import { loadWidget } from '../../parts/widget/load-widget.ts';
import '../answers/answer-form.ts';
import '../answers/write-answer.ts';
import { shared } from '../../styles/shared.ts';
import { View } from '../../view.ts';
import { answerTrace, traceStyles } from './answer-trace.ts';
import { verdictTitle } from './verdict.ts';

/** The members of the widget's element that are used here. */
interface Chat extends HTMLElement {
  ask(question: string): Promise<void>;
}

/** The trace may be stored shortly after the end of the answer. */
const TRIES = 6;
const PAUSE = 250;

const isNotKept = (error: unknown) => NotFoundError.isInstance(error) && error.code === 'not_kept';

/** `/projects/{id}/playground`: the chat as visitors see it, beside the trace of its last answer. */
export class PlaygroundView extends View {
  static override styles = [
    shared,
    ...traceStyles,
    css`
      .page { max-inline-size: 88rem; }
      .bench { display: grid; grid-template-columns: minmax(21rem, 5fr) minmax(0, 7fr); gap: var(--space-5); align-items: start; }
      .chat { position: sticky; inset-block-start: var(--space-5); display: grid; gap: var(--space-3); grid-template-columns: minmax(0, 1fr); --footnote-height: max(26rem, min(44rem, 100dvh - 12rem)); --footnote-radius: var(--round-l); }
      .by-key kbd { padding-inline: 0.375rem; border: 1px solid var(--line); border-radius: var(--round-s); background: var(--shade); }
      @media (pointer: coarse) { .by-key { display: none; } }
      .asked { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--space-3); align-items: center; padding: var(--space-3) var(--space-4); border-radius: var(--round-m); background: var(--accent-shade); }
      @media (max-width: 68rem) { .bench { grid-template-columns: minmax(0, 1fr); } .chat { position: static; --footnote-height: max(20rem, min(32rem, 100dvh - 9rem)); } }
    `,
  ];
  static override properties = { answer: { state: true }, writing: { state: true }, correcting: { state: true } };
  /** The id of the answer whose trace is shown. */
  answer: string | null = null;
  writing = false;
  /** Whether the form for an answer of one's own is open. */
  correcting = false;

  readonly #widget = new Resource<unknown>(this, {
    key: () => 'widget',
    load: loadWidget,
  });
  readonly #trace = new Resource<AnswerTrace, string>(this, {
    key: () => this.answer ?? this.app.router.current?.query.get('answer') ?? null,
    load: (id, signal) => this.#read(id, signal),
  });
  readonly #token = () => createOwnerToken(this.app.client, this.#id);

  get #id(): string {
    return this.params.project ?? '';
  }

  /** Follows changes of the console's theme. */
  readonly #theming = new MutationObserver(() => this.requestUpdate());

  override connectedCallback(): void {
    super.connectedCallback();
    this.#theming.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  override disconnectedCallback(): void {
    this.#theming.disconnect();
    super.disconnectedCallback();
  }

  override render(): TemplateResult {
    return html`<div class="page">
      ${pageHeader({ title: 'Playground', lead: html`Ask what your visitors would ask, and see how each answer is made.${singleKeys.on ? html`<span class="by-key"> Press <kbd>/</kbd> to ask.</span>` : nothing}` })}
      <div class="bench"><div class="chat">${this.#waiting()}${renderResource(this.#widget, () => this.#chat(), { lines: 8 })}</div>
        <div class="stack"><span class="only-read" role="status">${this.#trace.value ? verdictTitle(this.#trace.value) : nothing}</span>${this.#beside()}</div></div>
      <write-answer .app=${this.app} .project=${this.#id} .question=${this.#trace.value?.question.text ?? ''} .open=${this.writing} @close=${() => this.#write(false)}></write-answer>
      <answer-form .app=${this.app} .project=${this.#id} .answer=${null} .question=${this.#trace.value?.question.text ?? ''} .open=${this.correcting}
        @close=${() => this.#correct(false)} @saved=${this.#corrected}></answer-form>
    </div>`;
  }

  override focusField(): void {
    this.renderRoot.querySelector<Chat>('footnote-chat')?.focus();
  }

  /** The question in the query string, from a conversation or an unanswered question. */
  #waiting(): unknown {
    const question = this.app.router.current?.query.get('ask')?.slice(0, 4000);
    if (!question || !this.#widget.value) return nothing;
    return html`<div class="asked"><span class="break"><bdi>${question}</bdi></span><button class="button primary" type="button" @click=${() => this.#ask(question)}>${icon('play', 16)}Ask it</button></div>`;
  }

  #chat(): TemplateResult {
    return html`<footnote-chat mode="inline" project=${this.#id} base-url="/v1" theme=${this.#theme ?? nothing} .getToken=${this.#token}
      @footnote-answer=${this.#answered}></footnote-chat>`;
  }

  /** The console's theme, if the project's is `auto`. */
  get #theme(): string | null {
    const own = this.project?.widget.theme ?? 'auto';
    return own === 'auto' ? (document.documentElement.dataset.theme ?? null) : null;
  }

  #beside(): unknown {
    const { value, error } = this.#trace;
    if (isNotKept(error))
      return emptyState({
        icon: 'alert',
        title: 'This answer was not kept',
        text: 'The disk of the server is full or nearly so, and neither the answer nor its trace was stored. The operator of the server can free some space.',
      });
    if (value) return answerTrace(value, this.#id, this.#remedies(value));
    if (NotFoundError.isInstance(error))
      return emptyState({
        icon: 'search',
        title: 'No trace for this answer',
        text: 'Traces are kept for questions that are asked here, for as long as their conversation.',
      });
    if (error) return errorNotice(error, () => void this.#trace.reload(), this.#trace.loading);
    if (this.#trace.loading) return skeleton(8);
    return emptyState({
      icon: 'search',
      title: 'How an answer is made',
      text: 'Ask a question to see how it was understood, which passages were found and cited, and what was left out and why.',
    });
  }

  /** What to do about an answer: more to write where there is none, and one's own words in place of one that is not right. */
  #remedies({ verdict: { outcome }, engines }: AnswerTrace): TemplateResult | typeof nothing {
    if (!may(this.project, 'editor')) return nothing;
    if (engines.answerer === 'curated')
      return html`<a class="button" href="/projects/${encodeURIComponent(this.#id)}/answers">${icon('text', 16)}Change your answers</a>`;
    const own = html`<button class="button" type="button" @click=${() => this.#correct(true)}>${icon('person', 16)}Answer word for word</button>`;
    if (outcome === 'answered') return own;
    return html`<button class="button primary" type="button" @click=${() => this.#write(true)}>${icon('text', 16)}Write the answer</button>
      <a class="button" href="/projects/${encodeURIComponent(this.#id)}/sources">${icon('add', 16)}Add a document</a>${own}`;
  }

  #correct(open: boolean): void {
    this.correcting = open;
  }

  readonly #corrected = (): void => this.app.toast('Saved. The chat shows your words from now on.');

  #write(open: boolean): void {
    this.writing = open;
  }

  #ask(question: string): void {
    this.app.router.setQuery({ ask: null });
    this.requestUpdate();
    void this.renderRoot.querySelector<Chat>('footnote-chat')?.ask(question);
  }

  #answered({ detail }: CustomEvent<ChatAnswer>): void {
    this.answer = detail.message_id;
    this.app.router.setQuery({ answer: detail.message_id });
    this.app.projectChanged(null);
  }

  async #read(id: string, signal: AbortSignal): Promise<AnswerTrace> {
    for (let left = TRIES; ; left--) {
      try {
        return await this.app.client.conversations.trace(this.#id, id, { signal });
      } catch (error) {
        // An older answer without a trace will not get one.
        const mayCome = NotFoundError.isInstance(error) && !isNotKept(error);
        if (!mayCome || left <= 1 || this.answer === null) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }
}

customElements.define('view-playground', PlaygroundView);
