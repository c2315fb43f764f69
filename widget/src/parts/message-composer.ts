import { html, type TemplateResult } from 'lit';
import type { OpeningStrings } from '../locales/strings.ts';
import { icon, SEND, STOP } from './icon.ts';

/** The API's own limit. */
const LONGEST_QUESTION = 4000;

/** What the composer shows and calls. */
export interface ComposerView {
  strings: OpeningStrings;
  placeholder: string;
  draft: string;
  /** A question is under way: the button stops it. */
  waiting: boolean;
  write: (draft: string) => void;
  send: () => void;
  stop: () => void;
}

/** The field for the question. Enter sends, Shift+Enter makes a new line. */
export function messageComposer({
  strings,
  placeholder,
  draft,
  waiting,
  write,
  send,
  stop,
}: ComposerView): TemplateResult {
  const submit = (event: Event) => {
    event.preventDefault();
    if (waiting) stop();
    else send();
  };
  const keydown = (event: KeyboardEvent) => {
    // While an input method is composing, Enter picks a candidate.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    if (!waiting) send();
  };
  return html`<form class="composer" part="composer" @submit=${submit}>
    <textarea rows="1" aria-label=${strings.question} placeholder=${placeholder} maxlength=${LONGEST_QUESTION}
      enterkeyhint="send" .value=${draft} @keydown=${keydown}
      @input=${(event: Event) => write((event.target as HTMLTextAreaElement).value)}></textarea>
    <button class="send" type="submit" aria-label=${waiting ? strings.stop : strings.send}
      ?disabled=${!waiting && draft.trim() === ''}>${icon(waiting ? STOP : SEND)}</button>
  </form>`;
}
