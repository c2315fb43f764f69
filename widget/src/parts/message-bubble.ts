import type { Citation } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { Turn } from '../controllers/turn.ts';
import { renderMarkdown } from '../markdown.ts';
import { type ActionsView, answerActions } from './answer-actions.ts';
import { citationCard } from './citation-card.ts';
import { ARROW, icon, PENCIL } from './icon.ts';
import { trouble } from './trouble.ts';

/** What one turn shows and calls. */
export interface BubbleView extends ActionsView {
  baseURL: string;
  openCitation: { id: number; whole: boolean } | undefined;
  cite: (turn: Turn, citation: Citation, from: 'marker' | 'list') => void;
  showWhole: () => void;
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
      // The list would move down with each line; a reader who opens a citation wants it nevertheless.
      return html`${words(view)}${view.openCitation ? sources(view) : nothing}`;
    case 'answered':
      return answer(view);
    case 'stopped':
      return unanswered(view, turn.response ? strings.stoppedHalfway : strings.stopped);
    case 'failed':
      return unanswered(view, strings.failures[turn.failure?.kind ?? 'server']);
  }
}

function waiting(words: string): TemplateResult {
  return html`<div class="waiting"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${words}</div>`;
}

/** The text of an answer, whole or as far as it has come. */
function words(view: BubbleView): TemplateResult {
  const { turn, strings } = view;
  const marker = (id: number) => {
    const citation = turn.citations.find((one) => one.id === id);
    // A marker without a citation is none of the server's: it is not shown.
    if (!citation) return nothing;
    return html`<button type="button" class="marker" aria-label=${strings.sourceMarker(id, citation.title)}
      aria-expanded=${view.openCitation?.id === id} @click=${() => view.cite(turn, citation, 'marker')}>${id}</button>`;
  };
  const { unsupported } = turn;
  return html`<div class="answer" part="answer" dir="auto">${renderMarkdown(turn.response, marker, {
    growing: turn.state !== 'answered',
    unsupported,
  })}</div>${unsupported.length ? html`<p class="quiet">${strings.unsupported}</p>` : nothing}`;
}

function answer(view: BubbleView): TemplateResult {
  const { turn, strings, last } = view;
  return html`${words(view)}
    ${turn.citations.length ? sources(view) : nothing}
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

function sources(view: BubbleView): TemplateResult {
  const { turn, strings, openCitation } = view;
  return html`<ol class="sources" part="sources" aria-label=${strings.sources}>${turn.citations.map((citation) =>
    citationCard({
      citation,
      strings,
      language: view.language,
      baseURL: view.baseURL,
      open: openCitation?.id === citation.id,
      whole: openCitation?.whole ?? false,
      toggle: () => view.cite(turn, citation, 'list'),
      showWhole: view.showWhole,
    }),
  )}</ol>`;
}

/** Why there is no answer, or only the half of one that stands above it. */
function unanswered(view: BubbleView, why: string): TemplateResult {
  const { turn, strings, last, retry } = view;
  return html`${turn.response ? words(view) : nothing}${
    turn.response && turn.citations.length ? sources(view) : nothing
  }${trouble({ words: why, strings, retryAt: turn.failure?.retryAt, retry: last ? retry : undefined })}`;
}
