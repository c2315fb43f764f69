import type { Citation } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { againLabel } from '../base/again-label.ts';
import { failureNotice } from '../base/failure-notice.ts';
import { ALERT, ARROW, icon } from '../base/icon.ts';
import { toolButton } from '../base/tool-button.ts';
import type { CodePart } from '../text/highlight.ts';
import { safeHref } from '../text/markdown/inline.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { type ActionsView, answerActions } from './answer-actions.ts';
import { CHECK, CLOCK, COPY, PENCIL } from './answer-icons.ts';
import { mergeSources, sourceItem, sourceLocation } from './citation-card.ts';
import type { Turn } from './turn.ts';

/** What a block of code shows and calls. */
export interface CodeView extends Pick<ActionsView, 'strings' | 'copied'> {
  /** Undefined if the browser has no clipboard. */
  copyCode: ((code: string) => void) | undefined;
  /** The pieces of code that have colours; undefined while or if it has none. */
  partsOf: (code: string, language: string) => readonly CodePart[] | undefined;
}

/** What a turn shows and calls. */
export interface BubbleView extends ActionsView, CodeView {
  baseURL: string;
  /** The picture of the assistant; undefined for none. */
  avatar: unknown;
  /** The citation of this turn whose card is open. */
  openId: number | undefined;
  cite: (turn: Turn, citation: Citation, event: Event) => void;
  /** The mouse has entered the marker of a citation. */
  preview: (turn: Turn, citation: Citation, event: PointerEvent) => void;
  /** It has left the marker. */
  leave: () => void;
  /** Opens the form for a person; undefined if the project has none. */
  handOver: ((question: string) => void) | undefined;
  ask: (question: string) => void;
  /** Opens the search; undefined if the page has none. */
  search: ((query: string) => void) | undefined;
  /** Whether the question is being edited. */
  editing: boolean;
  /** Puts the question back into the field, or cancels that. */
  edit: (turn: Turn) => void;
}

/** A question with its answer and sources. */
export function messageBubble(view: BubbleView): TemplateResult {
  const { turn, strings, editing } = view;
  const label = editing ? strings.cancelEdit : strings.edit;
  const finished = turn.state !== 'waiting' && turn.state !== 'streaming';
  return html`<article class="turn ${editing ? 'editing' : ''}" data-turn=${turn.key} part="turn">
    <div class="asked">${
      view.last && finished ? toolButton(label, PENCIL, () => view.edit(turn), editing) : nothing
    }<div class="question" part="question" dir="auto"><span class="visually-hidden">${strings.you}: </span><bdi>${turn.question}</bdi></div></div>
    ${view.avatar ? html`<div class="said">${view.avatar}<div>${outcome(view)}</div></div>` : outcome(view)}
  </article>`;
}

function outcome(view: BubbleView): TemplateResult {
  const { turn, strings } = view;
  switch (turn.state) {
    case 'waiting':
      return waitingNotice(turn.position ? strings.inLine(turn.position) : strings.waiting);
    case 'streaming':
    case 'answered':
      return answer(view);
    case 'stopped':
      return stoppedAnswer(view);
    case 'failed':
      return failedAnswer(view);
  }
}

function waitingNotice(text: string): TemplateResult {
  return html`<div class="waiting"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${text}</div>`;
}

/** The text of an answer so far. */
function answerText(view: BubbleView): TemplateResult {
  const { turn, strings } = view;
  const { unsupported } = turn;
  const text = html`<div class="answer prose" part="answer" dir="auto">${renderMarkdown(
    turn.response,
    { marker: (id) => marker(view, id), code: (text, language) => codeBlock(view, text, language) },
    { growing: turn.state !== 'answered', unsupported },
  )}</div>`;
  // One template, sure or not: an answer that is replaced would appear once more.
  return html`${correctedNote(view)}<div class=${turn.unsure ? 'unsure' : ''} part=${turn.unsure ? 'unsure' : nothing}>${
    turn.unsure ? icon(ALERT) : nothing
  }${text}</div>${unsupported.length ? html`<p class="quiet">${strings.unsupported}</p>` : nothing}`;
}

/** What is answered instead of a misspelt question, and the way back to it. */
function correctedNote({ turn, strings, last, retry }: BubbleView): TemplateResult | typeof nothing {
  if (!turn.corrected) return nothing;
  return html`<p class="stopped">${strings.corrected(turn.corrected)}${
    last && turn.state === 'answered'
      ? html` <button type="button" class="retry" @click=${() => retry(turn, true)}>${strings.asSpelt(turn.question)}</button>`
      : nothing
  }</p>`;
}

/** A number that opens its citation. A number without a citation was not written by the server and is not shown. */
function marker(view: BubbleView, id: number): TemplateResult | typeof nothing {
  const { turn, strings } = view;
  const citation = turn.citations.find((one) => one.id === id);
  if (!citation) return nothing;
  return html`<button type="button" class="marker" aria-label=${strings.sourceMarker(id, citation.title)}
    aria-haspopup="dialog" aria-expanded=${view.openId === id} @click=${(event: Event) => view.cite(turn, citation, event)}
    @pointerenter=${(event: PointerEvent) => view.preview(turn, citation, event)} @pointerleave=${view.leave}>${id}</button>`;
}

/** A block of code, which scrolls horizontally, with a button that copies it. */
export function codeBlock(
  { strings, copied, copyCode, partsOf }: CodeView,
  text: string,
  language: string,
): TemplateResult {
  const parts = language ? partsOf(text, language) : undefined;
  const shown = parts?.map(([part, name]) => (name ? html`<span class=${name}>${part}</span>` : part));
  const label = copied === text ? strings.copied : strings.copyCode;
  return html`<div class="code"><pre tabindex="0"><code>${shown ?? text}</code></pre>${
    copyCode ? toolButton(label, copied === text ? CHECK : COPY, () => copyCode(text)) : nothing
  }</div>`;
}

function answer(view: BubbleView): TemplateResult {
  // What is below the text is shown when that is complete: before, it would move down with each line.
  return html`${answerText(view)}${view.turn.state === 'answered' ? belowAnswer(view) : nothing}`;
}

function belowAnswer(view: BubbleView): TemplateResult {
  const { turn, strings, last } = view;
  return html`${turn.curated ? html`<p class="quiet" part="curated">${icon(CHECK)}${strings.fromOwner}</p>` : nothing}
    ${turn.messageId ? nothing : html`<p class="quiet">${strings.notKept}</p>`}
    ${sources(view)}${nearestPages(view)}
    ${answerActions(view)}${turn.failure ? failure(view) : nothing}${personButton(view)}
    ${
      last && turn.suggestions.length
        ? html`<div class="next" role="group" aria-label=${strings.followUps}>${turn.suggestions
            .slice(0, 3)
            .map(
              (question) =>
                html`<button type="button" class="suggestion" @click=${() => view.ask(question)}><bdi>${question}</bdi>${icon(ARROW)}</button>`,
            )}</div>`
        : nothing
    }`;
}

/** Where to look instead, below an answer that may be none: the nearest pages, and the search if the page has it. */
function nearestPages({ turn, strings, baseURL, search }: BubbleView): TemplateResult | typeof nothing {
  if (!turn.nearest?.length) return nothing;
  return html`<p class="instead">${
    search
      ? html`<button type="button" class="retry" @click=${() => search(turn.question)}>${strings.searchInstead}</button>`
      : strings.searchInstead
  }</p><ul class="sources">${turn.nearest.map(
    (place) =>
      html`<li part="source"><a class="source" href=${safeHref(place.url, baseURL)} target="_blank" rel="noopener noreferrer"><span
        class="where">${sourceLocation(place, strings, baseURL)}</span></a></li>`,
  )}</ul>`;
}

/** The way to a person, below the last answer: a button where the documents did not help, else a quieter one. */
function personButton({ turn, strings, last, handOver }: BubbleView): TemplateResult | typeof nothing {
  if (!last || !handOver) return nothing;
  const helpless = turn.unsure || !turn.citations.length;
  return html`<p class="person"><button type="button" class=${helpless ? 'retry' : 'quiet'} aria-haspopup="dialog"
    @click=${() => handOver(turn.question)}>${strings.askPerson}</button></p>`;
}

function sources({ turn, strings, baseURL, openId, cite }: BubbleView): TemplateResult | typeof nothing {
  if (!turn.citations.length) return nothing;
  return html`<ol class="sources" part="sources" aria-label=${strings.sources}>${mergeSources(
    turn.citations,
    baseURL,
  ).map((row) =>
    sourceItem({
      ...row,
      strings,
      baseURL,
      open: openId !== undefined && row.ids.includes(openId),
      cite: (event) => cite(turn, row.citation, event),
    }),
  )}</ol>`;
}

/** What the visitor has stopped: that is no failure, so nothing looks like one. */
function stoppedAnswer(view: BubbleView): TemplateResult {
  const { turn, strings, last, retry } = view;
  return html`${turn.response ? html`${answerText(view)}${sources(view)}` : nothing}<p class="stopped">${
    turn.response ? strings.stoppedHalfway : strings.stopped
  }${last ? html` <button type="button" class="retry" @click=${() => retry(turn)}>${strings.retry}</button>` : nothing}</p>${personButton(view)}`;
}

/** An answer that is incomplete, or none, and why. */
function failedAnswer(view: BubbleView): TemplateResult {
  const { turn } = view;
  return html`${turn.response ? html`${answerText(view)}${sources(view)}` : nothing}${failure(view)}${personButton(view)}`;
}

/** Why there is no answer, or no new one in place of a complete one. */
function failure({ turn, strings, language, last, retry }: BubbleView): TemplateResult {
  const message = turn.failure?.ownerMessage ?? strings.failures[turn.failure?.kind ?? 'server'];
  const again = turn.failure && againLabel(turn.failure, strings, language);
  return again
    ? spentBudget(message, again)
    : failureNotice({
        message,
        strings,
        language,
        retryAt: turn.failure?.retryAt,
        retry: last ? () => retry(turn) : undefined,
      });
}

/** All questions of the day are asked: nothing is broken, and a new try makes no sense before `again`. */
function spentBudget(message: string, again: string): TemplateResult {
  return html`<div class="failure spent" part="error">${icon(CLOCK)}<div><p dir="auto">${message}</p><p>${again}</p></div></div>`;
}
