import { html, type TemplateResult } from 'lit';
import { icon, SEND, STOP } from '../base/icon.ts';
import type { OpeningStrings } from '../locales/strings.ts';

/** The API's limit, in characters. */
const MAX_QUESTION_LENGTH = 4000;

/** What the composer shows and calls. */
export interface ComposerView {
  strings: OpeningStrings;
  placeholder: string;
  draft: string;
  /** A question is being answered: the button stops it. */
  busy: boolean;
  write: (draft: string) => void;
  send: () => void;
  stop: () => void;
}

/** The field for the question. Enter sends, Shift+Enter makes a new line. */
export function messageComposer({
  strings,
  placeholder,
  draft,
  busy,
  write,
  send,
  stop,
}: ComposerView): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    if (busy) stop();
    else send();
  };
  const keydown = (event: KeyboardEvent) => {
    // While an input method is composing, Enter selects a candidate.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!busy) send();
  };
  return html`<form class="composer" part="composer" @submit=${submit}>
    <textarea rows="1" dir="auto" aria-label=${strings.question} placeholder=${placeholder} maxlength=${MAX_QUESTION_LENGTH}
      enterkeyhint="send" .value=${draft} @keydown=${keydown}
      @input=${(event: Event) => write((event.target as HTMLTextAreaElement).value)}></textarea>
    <button class="send" type="submit" aria-label=${busy ? strings.stop : strings.send}
      ?disabled=${!busy && draft.trim() === ''}>${icon(busy ? STOP : SEND)}</button>
  </form>`;
}
