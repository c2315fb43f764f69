import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';
import { STYLE } from './page-style.ts';
import { type Heading, type RenderedPart, renderBlocks } from './render-blocks.ts';

/** Allows no scripts, images or frames, and only the one style sheet, by its hash. */
export const DOCUMENT_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A part of a document with what stands around it. */
export interface ShownDocument extends RenderedPart {
  title: string;
  language: string;
  headings: string[];
  page: number | null;
  cutBefore: boolean;
  cutAfter: boolean;
  parts: { headings: string[]; page: number | null }[];
  part: number;
  originalUrl: string | null;
  address: string | null;
}

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);
/** Fewer headings are seen at a glance. */
const MIN_OUTLINE = 4;
/** A longer outline leaves out its deepest headings. */
const MAX_OUTLINE = 60;

/** An HTML page that shows a part of a document with the quote marked. All text is escaped. */
export function presentDocumentPage(shown: ShownDocument): string {
  const { html, headings } = renderBlocks(shown);
  const outline = shown.parts.length > 1 || headings.length >= MIN_OUTLINE ? renderOutline(shown, headings) : '';
  const cut = (is: boolean) => (is ? '<p class="cut" aria-hidden="true">…</p>' : '');
  return page({
    title: shown.title,
    language: /^[a-z]{2,3}$/.test(shown.language) && shown.language !== 'und' ? shown.language : 'en',
    body: `${shown.quote ? '<a class="skip" href="#quote" lang="en">Go to the quoted words</a>' : ''}
<div class="layout${outline === '' ? '' : ' outlined'}">
<header>
<h1 dir="auto">${escapeHtml(shown.title)}</h1>
${renderPlace(shown)}${renderLinks(shown)}</header>
${outline}
<main>
<article>${cut(shown.cutBefore)}${html}${cut(shown.cutAfter)}</article>
${renderTurn(shown)}</main>
</div>`,
  });
}

/** The page of a link that shows nothing. `back` is where its reader can open it again. */
export function presentDeadLink({ reason, back }: { reason: keyof typeof DEAD; back: string | null }): string {
  const { title, text } = DEAD[reason];
  const way = back
    ? `<p><a href="${escapeHtml(back)}">Open the source in the console</a></p>`
    : '<p>Close this tab to get back to the chat, and ask your question again. The new answer has a new link.</p>';
  return page({
    title,
    language: 'en',
    body: `<main class="layout dead"><h1>${title}</h1><p>${text}</p>${way}</main>`,
  });
}

const DEAD = {
  expired: {
    title: 'This link has expired',
    text: 'Links to a document work for one day after the answer.',
  },
  gone: {
    title: 'This passage is no longer there',
    text: 'The document has changed or has been deleted since the answer was written.',
  },
  file: {
    title: 'This file cannot be opened',
    text: 'It has been deleted, or its owner does not let visitors open whole documents.',
  },
  unknown: {
    title: 'This link is not valid',
    text: 'It may be incomplete. Copy the whole address and try again.',
  },
};

function page({ title, language, body }: { title: string; language: string; body: string }): string {
  return `<!doctype html>
<html lang="${language}" dir="${RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function renderPlace({ headings, title, page: number, parts, part, quote }: ShownDocument): string {
  const path = [...headings.filter((heading) => heading !== title), ...(number === null ? [] : [`p. ${number}`])].join(
    ' › ',
  );
  if (parts.length > 1) {
    const back = quote ? '' : ' · <a href="?#quote">Back to the quoted words</a>';
    return `<p class="place" lang="en">Part ${part + 1} of ${parts.length}${back}</p>\n`;
  }
  return path === '' ? '' : `<p class="place" dir="auto">${escapeHtml(path)}</p>\n`;
}

function renderLinks({ originalUrl, address }: ShownDocument): string {
  const link = (href: string | null, words: string) =>
    href === null
      ? ''
      : `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`;
  const links = link(address, 'Open the web page') + link(originalUrl, 'Open the original file');
  return links === '' ? '' : `<p class="links" lang="en">${links}</p>\n`;
}

/** The headings of this part, below the parts of a long document. */
function renderOutline({ parts, part }: ShownDocument, headings: Heading[]): string {
  const own = headings.length === 0 ? '' : `<ul>${withinLimit(headings).map(entry).join('')}</ul>`;
  const list =
    parts.length <= 1
      ? own
      : `<ol>${parts
          .map(
            (one, index) =>
              `<li><a href="?part=${index + 1}" dir="auto"${index === part ? ' aria-current="page"' : ''}><span class="number">${index + 1}</span>${partName(one, index)}</a>${index === part ? own : ''}</li>`,
          )
          .join('')}</ol>`;
  return `<nav class="outline" aria-label="Contents"><details><summary lang="en">Contents</summary>${list}</details></nav>`;
}

function withinLimit(headings: Heading[]): Heading[] {
  const deepest = [6, 5, 4, 3].find((most) => headings.filter(({ level }) => level <= most).length <= MAX_OUTLINE) ?? 2;
  return headings.filter(({ level }) => level <= deepest);
}

const entry = ({ id, level, text }: Heading) =>
  `<li><a class="l${level}" href="#${id}" dir="auto">${escapeHtml(text)}</a></li>`;

const partName = ({ headings, page: number }: ShownDocument['parts'][number], index: number): string =>
  escapeHtml(headings.at(-1) ?? (number === null ? `Part ${index + 1}` : `Page ${number}`));

/** Links to the parts before and after. */
function renderTurn({ parts, part }: ShownDocument): string {
  if (parts.length <= 1) return '';
  const link = (index: number, words: string, side: string) => {
    const to = parts[index];
    return to
      ? `<a class="${side}" rel="${side}" href="?part=${index + 1}"><span lang="en">${words}</span>${partName(to, index)}</a>`
      : '';
  };
  return `<nav class="turn" aria-label="Parts">${link(part - 1, 'Previous part', 'prev')}${link(part + 1, 'Next part', 'next')}</nav>\n`;
}
