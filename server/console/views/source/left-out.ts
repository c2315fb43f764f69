import type { LeftOut, Source } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { plural } from '../../format.ts';

const KINDS: Record<LeftOut['kind'], string> = {
  navigation: 'Menus and links to other pages',
  header: 'The site’s header',
  footer: 'The site’s footer',
  notice: 'Notices and dialogs',
  sidebar: 'Sidebars',
  form: 'Forms',
  beside: 'Beside the main part of the page',
  repeated: 'Repeated on most pages of the site',
  hidden: 'Hidden on the page, or left out by a condition',
  missing: 'Named in the document, but not in the file',
};

/** What of a document could not be decoded. */
export function garbled({ reading }: Source): TemplateResult | typeof nothing {
  if (!reading?.garbled) return nothing;
  return html`<div class="card stack tight small" role="note"><p>The encoding of this file could not be known, and parts of it make no sense. Save it in UTF-8 and replace it.</p>
    <p class="break" dir="auto">${reading.garbled}</p></div>`;
}

/** What of a document was left out when it was read. */
export function leftOut({ reading }: Source): TemplateResult | typeof nothing {
  if (!reading || reading.left_out.length === 0) return nothing;
  return html`<details class="card"><summary>Not searched: what is around the content, hidden or missing</summary>
    <div class="stack tight small"><p class="soft">The chat neither finds nor cites this.</p>
    <dl class="stack tight">${reading.left_out.map(({ kind, characters, text }) => html`<div><dt class="soft">${KINDS[kind]}, ${plural(characters, 'character')}</dt><dd class="break" dir="auto">${text}${text.length < characters ? '…' : ''}</dd></div>`)}</dl></div></details>`;
}
