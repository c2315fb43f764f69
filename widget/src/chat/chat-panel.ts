import { html, nothing, type TemplateResult } from 'lit';
import { CLOSE, LARGER, SEARCH } from '../base/icon.ts';
import { toolButton } from '../base/tool-button.ts';
import type { OpeningStrings } from '../locales/strings.ts';

/** What the panel shows and calls. */
export interface PanelView {
  strings: OpeningStrings;
  title: string;
  /** Whether the title is that of the project, so that it will not change before a visitor's eyes. */
  settled: boolean;
  logo: unknown;
  /** The button for a new conversation, if there is one that it would replace. */
  restart: unknown;
  /** Whether the panel blocks the page behind it. */
  modal: boolean;
  /** Part of the page: not a dialog, and not closable. */
  inline: boolean;
  /** Makes a panel in the corner larger, or as it was. */
  enlarge: () => void;
  large: boolean;
  content: unknown;
  /** What the next question is about, if it is less than everything. */
  scope: unknown;
  composer: TemplateResult;
  /** The card of a citation. */
  card: unknown;
  keydown: (event: KeyboardEvent) => void;
  /** Undefined without a search. */
  search: (() => void) | undefined;
  close: () => void;
}

/** The panel: title, conversation or greeting, and the field for the next question. */
export function chatPanel(view: PanelView): TemplateResult {
  const { strings, title, inline } = view;
  // Not announced from here, as growing text would be read in fragments: the live region below the panel does it by sentence.
  return html`<section class="panel" part="panel" role=${inline ? 'region' : 'dialog'}
    aria-modal=${inline ? nothing : view.modal} aria-label=${title} tabindex="-1" @keydown=${view.keydown}>
    <header class="header" part="header">
      ${view.logo}<h2>${view.settled ? html`<bdi>${title}</bdi>` : nothing}</h2>
      ${view.search ? toolButton(strings.search, SEARCH, view.search) : nothing}
      ${view.restart}
      ${!inline && !view.modal ? toolButton(strings.larger, LARGER, view.enlarge, view.large) : nothing}
      ${inline ? nothing : toolButton(strings.close, CLOSE, view.close)}
    </header>
    <div class="scroll" role="log" aria-live="off" aria-label=${strings.conversation} tabindex="0">${view.content}</div>
    ${view.scope}${view.composer}${view.card}
  </section>`;
}
