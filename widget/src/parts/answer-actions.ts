import type { Rating } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import type { Turn } from '../controllers/turn.ts';
import type { Strings } from '../locales/strings.ts';
import { COPY, DONE, THUMB } from './answer-icons.ts';
import { icon } from './icon.ts';

/** The server's own limit. */
const LONGEST_COMMENT = 2000;

/** What stands under a whole answer, and calls. */
export interface ActionsView {
  turn: Turn;
  /** The last turn alone offers what to do next. */
  last: boolean;
  strings: Strings;
  /** The language that times are written in. */
  language: string;
  /** What has just been copied: the answer of the turn with this key, or this code. */
  copied: number | string | undefined;
  /** Undefined where the browser lets nothing be copied (pages without https). */
  copy: ((turn: Turn) => void) | undefined;
  /** Rates an answer, or takes the rating back. */
  rate: (turn: Turn, rating: Rating | null) => void;
  comment: (turn: Turn, words: string) => void;
}

/** Copy, thumbs, the time; and once rated, room for a comment. */
export function answerActions(view: ActionsView): TemplateResult {
  const { turn, strings, copied, copy } = view;
  return html`<div class="actions">
      ${
        copy
          ? html`<button type="button" class="quiet" @click=${() => copy(turn)}>${
              copied === turn.key ? html`${icon(DONE)} ${strings.copied}` : html`${icon(COPY)} ${strings.copy}`
            }</button>`
          : nothing
      }
      ${turn.messageId ? html`${thumb(view, 'up', strings.helpful)}${thumb(view, 'down', strings.notHelpful)}` : nothing}
      <time datetime=${new Date(turn.at).toISOString()}>${timeOf(turn.at, view.language)}</time>
    </div>
    ${turn.rating && view.last ? remark(view) : nothing}`;
}

function thumb({ turn, rate }: ActionsView, rating: Rating, label: string): TemplateResult {
  const pressed = turn.rating === rating;
  return html`<button type="button" class="quiet thumb ${rating}" aria-pressed=${pressed} aria-label=${label} title=${label}
    @click=${() => rate(turn, pressed ? null : rating)}>${icon(THUMB)}</button>`;
}

function remark({ turn, strings, comment }: ActionsView): TemplateResult {
  if (turn.commented) return html`<p class="quiet">${strings.thanks}</p>`;
  const submit = (event: Event) => {
    event.preventDefault();
    const words = String(new FormData(event.target as HTMLFormElement).get('comment')).trim();
    if (words) comment(turn, words);
  };
  return html`<form class="remark" @submit=${submit}>
    <input name="comment" maxlength=${LONGEST_COMMENT} aria-label=${strings.comment} placeholder=${strings.comment}
      autocomplete="off" />
    <button type="submit" class="retry">${strings.sendComment}</button>
  </form>`;
}

/** The time of day, and the day where it is not today. */
function timeOf(at: number, language: string): string {
  const today = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language, { timeStyle: 'short', ...(today ? {} : { dateStyle: 'medium' }) }).format(
    at,
  );
}
