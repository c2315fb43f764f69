import type { LeftOut, Source } from '@footnote/sdk';
import { html, nothing, type TemplateResult } from 'lit';
import { plural } from '../../format.ts';
import { notice } from '../../parts/states.ts';

const KINDS: Record<LeftOut['kind'], string> = {
  navigation: 'Menus and links to other pages',
  header: 'Headers',
  footer: 'Footers',
  notice: 'Notices and dialogs',
  sidebar: 'Sidebars',
  form: 'Forms',
  beside: 'Beside the main part of the page',
  repeated: 'Repeated on most pages of the site',
  hidden: 'Hidden, or left out by a condition',
  struck: 'Struck out',
  undecodable: 'Letters whose font does not tell which characters they are',
  missing: 'Named in the document, but not in the file',
};

/** That little of a document was read, and why. */
export function littleRead({ reading }: Source): TemplateResult | typeof nothing {
  return reading?.warning ? notice(reading.warning.message, { tone: 'warn', name: 'alert' }) : nothing;
}

/** What was found in a document, in a few words; empty where an older version has read it. */
export function foundIn({ reading, metadata }: Source): string {
  const { headings, tables, pictures } = reading ?? {};
  if (headings === undefined || tables === undefined) return '';
  const unread = metadata.content_type === 'application/pdf' ? 'page that is a picture' : 'picture without text';
  return [
    ...(metadata.pages ? [plural(metadata.pages, 'page')] : []),
    ...(headings ? [plural(headings, 'heading')] : []),
    ...(tables ? [plural(tables, 'table')] : []),
    ...(pictures ? [plural(pictures, unread)] : []),
  ].join(', ');
}

/** What of a document could not be decoded. */
export function garbled({ reading }: Source): TemplateResult | typeof nothing {
  if (!reading?.garbled) return nothing;
  return html`<div class="card stack tight small" role="note"><p>The encoding of this file could not be known, and parts of it make no sense. Save it in UTF-8 and replace it.</p>
    <p class="break" dir="auto">${reading.garbled}</p></div>`;
}

/** What of a document was left out when it was read. */
export function leftOut({ reading }: Source): TemplateResult | typeof nothing {
  if (!reading || reading.left_out.length === 0) return nothing;
  return html`<details class="card"><summary>Not searched: what is around the content, hidden, struck out or missing</summary>
    <div class="stack tight small"><p class="soft">The chat neither finds nor cites this.</p>
    <dl class="stack tight">${reading.left_out.map(({ kind, characters, text }) => html`<div><dt class="soft">${KINDS[kind]}, ${plural(characters, 'character')}</dt><dd class="break" dir="auto">${text}${text.length < characters ? '…' : ''}</dd></div>`)}</dl></div></details>`;
}
