import type { Citation } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { Turn } from '../controllers/turn.ts';
import { renderMarkdown } from '../markdown.ts';
import { type ActionsView, answerActions } from './answer-actions.ts';
import { COPY, DONE, PENCIL } from './answer-icons.ts';
import { source } from './citation-card.ts';
import { ARROW, icon } from './icon.ts';
import { trouble } from './trouble.ts';

/** What one turn shows and calls. */
export interface BubbleView extends ActionsView {
  /** The citation of this turn whose card is open. */
  cited: number | undefined;
  cite: (turn: Turn, citation: Citation, event: Event) => void;
  /** A mouse is on the marker of a citation. */
  preview: (turn: Turn, citation: Citation, event: PointerEvent) => void;
  /** It has gone again. */
  leave: () => void;
  /** Undefined where the browser lets nothing be copied. */
  copyCode: ((code: string) => void) | undefined;
  ask: (question: string) => void;
  retry: () => void;
  /** Is the question being edited? */
  editing: boolean;
  /** Puts the question back into the field, or takes it out again. */
  edit: (turn: Turn) => void;
}

/** A question, and below it its answer with the sources. */
export function messageBubble(view: BubbleView): TemplateResult {
  const { turn, strings, editing } = view;
  const label = editing ? strings.cancelEdit : strings.edit;
  const over = turn.state !== 'waiting' && turn.state !== 'streaming';
  return html`<article class="turn ${editing ? 'editing' : ''}" data-turn=${turn.key} part="turn">
    <div class="asked">${
      view.last && over
        ? html`<button type="button" class="tool" aria-label=${label} title=${label} aria-pressed=${editing}
            @click=${() => view.edit(turn)}>${icon(PENCIL)}</button>`
        : nothing
    }<div class="question" part="question" dir="auto"><span class="unseen">${strings.you}: </span>${turn.question}</div></div>
    ${outcome(view)}
  </article>`;
}

function outcome(view: BubbleView): TemplateResult {
  const { turn, strings } = view;
  switch (turn.state) {
    case 'waiting':
      return waiting(turn.position ? strings.inLine(turn.position) : strings.waiting);
    case 'streaming':
      // The sources come with the end: until then their list would move down with each line.
      return words(view);
    case 'answered':
      return answer(view);
    case 'stopped':
      return unanswered(view, turn.response ? strings.stoppedHalfway : strings.stopped);
    case 'failed':
      return unanswered(view, turn.failure?.ownerMessage ?? strings.failures[turn.failure?.kind ?? 'server']);
  }
}

function waiting(words: string): TemplateResult {
  return html`<div class="waiting"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${words}</div>`;
}

/** The text of an answer, whole or as far as it has come. */
function words(view: BubbleView): TemplateResult {
  const { turn, strings } = view;
  const { unsupported } = turn;
  return html`<div class="answer" part="answer" dir="auto">${renderMarkdown(
    turn.response,
    { marker: (id) => marker(view, id), code: (text) => codeBlock(view, text) },
    { growing: turn.state !== 'answered', unsupported },
  )}</div>${unsupported.length ? html`<p class="quiet">${strings.unsupported}</p>` : nothing}`;
}

/** A number that opens its citation. One without a citation is none of the server's: it is not shown. */
function marker(view: BubbleView, id: number): TemplateResult | typeof nothing {
  const { turn, strings } = view;
  const citation = turn.citations.find((one) => one.id === id);
  if (!citation) return nothing;
  return html`<button type="button" class="marker" aria-label=${strings.sourceMarker(id, citation.title)}
    aria-haspopup="dialog" aria-expanded=${view.cited === id} @click=${(event: Event) => view.cite(turn, citation, event)}
    @pointerenter=${(event: PointerEvent) => view.preview(turn, citation, event)} @pointerleave=${view.leave}>${id}</button>`;
}

/** Code, which scrolls by itself, with a button that copies it. */
function codeBlock({ strings, copied, copyCode }: BubbleView, text: string): TemplateResult {
  const label = copied === text ? strings.copied : strings.copyCode;
  return html`<div class="code"><pre tabindex="0"><code>${text}</code></pre>${
    copyCode
      ? html`<button type="button" class="tool" aria-label=${label} title=${label} @click=${() => copyCode(text)}>${icon(
          copied === text ? DONE : COPY,
        )}</button>`
      : nothing
  }</div>`;
}

function answer(view: BubbleView): TemplateResult {
  const { turn, strings, last } = view;
  return html`${words(view)}
    ${sources(view)}
    ${answerActions(view)}
    ${
      last && turn.suggestions.length
        ? html`<div class="next" role="group" aria-label=${strings.followUps}>${turn.suggestions
            .slice(0, 3)
            .map(
              (question) =>
                html`<button type="button" class="suggestion" @click=${() => view.ask(question)}>${question}${icon(ARROW)}</button>`,
            )}</div>`
        : nothing
    }`;
}

function sources({ turn, strings, cited, cite }: BubbleView): TemplateResult | typeof nothing {
  if (!turn.citations.length) return nothing;
  return html`<ol class="sources" part="sources" aria-label=${strings.sources}>${turn.citations.map((citation) =>
    source({
      citation,
      strings,
      open: cited === citation.id,
      cite: (event) => cite(turn, citation, event),
    }),
  )}</ol>`;
}

/** Why there is no answer, or only the half of one that stands above it. */
function unanswered(view: BubbleView, why: string): TemplateResult {
  const { turn, strings, language, last, retry } = view;
  return html`${turn.response ? html`${words(view)}${sources(view)}` : nothing}${trouble({
    words: why,
    strings,
    language,
    retryAt: turn.failure?.retryAt,
    retry: last ? retry : undefined,
  })}`;
}
