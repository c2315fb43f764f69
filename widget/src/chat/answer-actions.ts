import type { Rating } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../base/icon.ts';
import type { Strings } from '../locales/strings.ts';
import { AGAIN, CHECK, COPY, THUMB } from './answer-icons.ts';
import type { Turn } from './turn.ts';

/** The API's limit, in characters. */
const MAX_COMMENT_LENGTH = 2000;

/** What the row below an answer shows and calls. */
export interface ActionsView {
  turn: Turn;
  /** Only the last turn can be asked again, and has a comment form and suggestions. */
  last: boolean;
  strings: Strings;
  /** The language that times are written in. */
  language: string;
  /** What has just been copied: the key of a turn, or a block of code. */
  copied: number | string | undefined;
  /** Undefined if the browser has no clipboard (pages without https). */
  copy: ((turn: Turn) => void) | undefined;
  /** Rates an answer; null removes the rating. */
  rate: (turn: Turn, rating: Rating | null) => void;
  comment: (turn: Turn, text: string) => void;
  /** Asks the question again, without correcting it if it is to be answered as it is spelt; the new answer replaces this one. */
  retry: (turn: Turn, asSpelt?: boolean) => void;
}

/** Copy, rating, another try, time, and a comment form for a rated answer. */
export function answerActions(view: ActionsView): TemplateResult {
  const { turn, strings, copy, last, retry } = view;
  const isCopied = view.copied === turn.key;
  return html`<div class="actions">
      ${
        copy
          ? html`<button type="button" class="quiet" @click=${() => copy(turn)}>${icon(isCopied ? CHECK : COPY)} ${
              isCopied ? strings.copied : strings.copy
            }</button>`
          : nothing
      }
      ${turn.messageId ? html`${thumb(view, 'up', strings.helpful)}${thumb(view, 'down', strings.notHelpful)}` : nothing}
      ${
        last && !turn.failure
          ? html`<button type="button" class="quiet again" aria-label=${strings.retry} title=${strings.retry}
              @click=${() => retry(turn)}>${icon(AGAIN)}</button>`
          : nothing
      }
      <time datetime=${new Date(turn.at).toISOString()}>${timeOf(turn.at, view.language)}</time>
    </div>
    ${turn.rating && last ? commentForm(view) : nothing}`;
}

function thumb({ turn, rate }: ActionsView, rating: Rating, label: string): TemplateResult {
  const pressed = turn.rating === rating;
  return html`<button type="button" class="quiet thumb ${rating}" aria-pressed=${pressed} aria-label=${label} title=${label}
    @click=${() => rate(turn, pressed ? null : rating)}>${icon(THUMB)}</button>`;
}

function commentForm({ turn, strings, comment }: ActionsView): TemplateResult {
  if (turn.commented) return html`<p class="quiet">${strings.thanks}</p>`;
  const submit = (event: Event) => {
    event.preventDefault();
    const text = String(new FormData(event.target as HTMLFormElement).get('comment')).trim();
    if (text) comment(turn, text);
  };
  return html`<form class="comment" @submit=${submit}>
    <input name="comment" dir="auto" maxlength=${MAX_COMMENT_LENGTH} aria-label=${strings.comment} placeholder=${strings.comment}
      autocomplete="off" />
    <button type="submit" class="retry">${strings.sendComment}</button>
  </form>`;
}

/** The time of day, with the date if it is not today. */
function timeOf(at: number, language: string): string {
  const today = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', ...(today ? {} : { dateStyle: 'medium' }) }).format(
    at,
  );
}
