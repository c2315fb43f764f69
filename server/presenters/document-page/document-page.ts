import { createHash } from 'node:crypto';
import { ICON_LINK } from '../icon.ts';
import { STYLE } from './page-style.ts';
import type { PageWords } from './page-words.ts';
import { escapeHtml, type Heading, type RenderedPart, renderBlocks } from './render-blocks.ts';

/** Allows no scripts and frames, no image but the icon, and only the one style sheet, by its hash. */
export const DOCUMENT_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A part of a document with what is around it. */
export interface ShownDocument extends RenderedPart {
  title: string;
  /** What tells the document from another of this title; null if nothing does. */
  sourceName: string | null;
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
export function presentDocumentPage(shown: ShownDocument, says: PageWords): string {
  const { html, headings } = renderBlocks(shown, says);
  const outline = shown.parts.length > 1 || headings.length >= MIN_OUTLINE ? renderOutline(shown, headings, says) : '';
  const cut = (is: boolean) => (is ? '<p class="cut" aria-hidden="true">…</p>' : '');
  return page({
    title: shown.title,
    language: /^[a-z]{2,3}$/.test(shown.language) && shown.language !== 'und' ? shown.language : 'en',
    body: `${shown.quote ? `<a class="skip" href="#quote" ${inTheirs(says)}>${says.skip}</a>` : ''}
<div class="layout${outline === '' ? '' : ' outlined'}">
<header>
<h1 dir="auto">${escapeHtml(shown.title)}</h1>
${shown.sourceName === null ? '' : `<p class="place" dir="auto">${escapeHtml(shown.sourceName)}</p>\n`}${renderPlace(shown, says)}${renderLinks(shown, says)}</header>
${outline}
<main>
<article>${cut(shown.cutBefore)}${html}${cut(shown.cutAfter)}</article>
${renderTurn(shown, says)}</main>
</div>`,
  });
}

/** The page of a link that shows nothing. `back` is where its reader can open it again. */
export function presentDeadLink(
  { reason, back }: { reason: 'expired' | 'gone' | 'file' | 'unknown'; back: string | null },
  says: PageWords,
): string {
  const [title, text] = says[reason];
  const way = back ? `<a href="${escapeHtml(back)}">${says.openSource}</a>` : says.askAgain;
  const body = `<main class="layout dead"><h1>${title}</h1><p>${text}</p><p>${way}</p></main>`;
  return page({ title, language: says.language, body });
}

/** Marks what the page says by itself in a document of another language. */
const inTheirs = ({ language, direction }: PageWords) => `lang="${language}" dir="${direction}"`;

function page({ title, language, body }: { title: string; language: string; body: string }): string {
  return `<!doctype html>
<html lang="${language}" dir="${RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${ICON_LINK}
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function renderPlace({ headings, title, page: number, parts, part, quote }: ShownDocument, says: PageWords): string {
  if (parts.length > 1) {
    const back = quote ? '' : ` · <a href="?#quote">${says.back}</a>`;
    return `<p class="place" ${inTheirs(says)}>${says.part(part + 1, parts.length)}${back}</p>\n`;
  }
  const path = escapeHtml(headings.filter((heading) => heading !== title).join(' › '));
  const onPage = number === null ? '' : `<span ${inTheirs(says)}>${says.page(number)}</span>`;
  const place = [path, onPage].filter((one) => one !== '').join(' › ');
  return place === '' ? '' : `<p class="place" dir="auto">${place}</p>\n`;
}

function renderLinks({ originalUrl, address }: ShownDocument, says: PageWords): string {
  const link = (href: string | null, words: string) =>
    href === null
      ? ''
      : `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`;
  const links = link(address, says.webPage) + link(originalUrl, says.original);
  return links === '' ? '' : `<p class="links" lang="${says.language}">${links}</p>\n`;
}

/** The headings of this part, below the parts of a long document. */
function renderOutline({ parts, part }: ShownDocument, headings: Heading[], says: PageWords): string {
  const own = headings.length === 0 ? '' : `<ul>${withinLimit(headings).map(entry).join('')}</ul>`;
  const list =
    parts.length <= 1
      ? own
      : `<ol>${parts
          .map(
            (one, index) =>
              `<li><a href="?part=${index + 1}" dir="auto"${index === part ? ' aria-current="page"' : ''}><span class="number">${index + 1}</span>${partName(one, index, parts.length, says)}</a>${index === part ? own : ''}</li>`,
          )
          .join('')}</ol>`;
  return `<nav class="outline" aria-label="${says.contents}"><details><summary lang="${says.language}">${says.contents}</summary>${list}</details></nav>`;
}

function withinLimit(headings: Heading[]): Heading[] {
  const deepest = [6, 5, 4, 3].find((most) => headings.filter(({ level }) => level <= most).length <= MAX_OUTLINE) ?? 2;
  return headings.filter(({ level }) => level <= deepest);
}

const entry = ({ id, level, text }: Heading) =>
  `<li><a class="l${level}" href="#${id}" dir="auto">${escapeHtml(text)}</a></li>`;

const partName = (
  { headings, page: number }: ShownDocument['parts'][number],
  index: number,
  count: number,
  says: PageWords,
): string => escapeHtml(headings.at(-1) ?? (number === null ? says.part(index + 1, count) : says.page(number)));

/** Links to the parts before and after. */
function renderTurn({ parts, part }: ShownDocument, says: PageWords): string {
  if (parts.length <= 1) return '';
  const link = (index: number, words: string, side: string) => {
    const to = parts[index];
    return to
      ? `<a class="${side}" rel="${side}" href="?part=${index + 1}"><span lang="${says.language}">${words}</span>${partName(to, index, parts.length, says)}</a>`
      : '';
  };
  return `<nav class="turn" aria-label="${says.parts}">${link(part - 1, says.previous, 'prev')}${link(part + 1, says.next, 'next')}</nav>\n`;
}
