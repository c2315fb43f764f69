import { html, nothing, type TemplateResult } from 'lit';
import type { OpeningStrings } from '../locales/strings.ts';
import { CLOSE, FRESH, icon } from './icon.ts';

/** What the panel shows and calls. */
export interface PanelView {
  strings: OpeningStrings;
  title: string;
  /** Does the panel hide the page behind it? */
  modal: boolean;
  /** Part of the page: no dialog, and nothing to close. */
  inline: boolean;
  /** Is there a conversation to begin anew? */
  begun: boolean;
  content: unknown;
  composer: TemplateResult;
  /** The card of a citation. */
  card: unknown;
  keydown: (event: KeyboardEvent) => void;
  reset: () => void;
  close: () => void;
}

/** The panel: its title, the conversation or the greeting, and the field for the next question. */
export function chatPanel(view: PanelView): TemplateResult {
  const { strings, title, inline } = view;
  const tool = (label: string, outline: string, act: () => void) =>
    html`<button type="button" class="tool" aria-label=${label} title=${label} @click=${act}>${icon(outline)}</button>`;
  // Growing text would be read out in pieces: the status below the panel tells of the answer once it is whole.
  return html`<section class="panel" part="panel" role=${inline ? 'region' : 'dialog'}
    aria-modal=${inline ? nothing : view.modal} aria-label=${title} tabindex="-1" @keydown=${view.keydown}>
    <header class="header" part="header">
      <h2>${title}</h2>
      ${view.begun ? tool(strings.newConversation, FRESH, view.reset) : nothing}
      ${inline ? nothing : tool(strings.close, CLOSE, view.close)}
    </header>
    <div class="scroll" role="log" aria-live="off" aria-label=${strings.conversation} tabindex="0">${view.content}</div>
    ${view.composer}${view.card}
  </section>`;
}
