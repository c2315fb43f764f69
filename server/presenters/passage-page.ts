import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5c6577; --paper: #fff; --line: #d9dde5; --mark: #ffe58a; --mark-ink: #1d2330; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8f0; --soft: #9aa4b8; --paper: #14171e; --line: #2c3340; --mark: #6b5600; --mark-ink: #fff7d6; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.65 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2.5rem 1.25rem 6rem; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; padding-bottom: 1rem; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
a { color: inherit; }
header p { color: var(--soft); font-size: .9375rem; margin: .375rem 0 0; overflow-wrap: anywhere; }
article { white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: var(--mark-ink); padding: .1em .15em; border-radius: .2em; scroll-margin-block: 35vh; }
.cut { color: var(--soft); }
`;

/** Allows no scripts, images or frames, and only the style sheet above, by its hash. */
export const PASSAGE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface Passage {
  title: string;
  headings: string[];
  page: number | null;
  language: string;
  before: string;
  quote: string;
  after: string;
  cutBefore: boolean;
  cutAfter: boolean;
  originalUrl: string | null;
}

/** An HTML page that shows a quote, marked, in its context. All text is escaped. */
export function presentPassagePage(passage: Passage): string {
  const headings = passage.headings.filter((heading) => heading !== passage.title);
  const place = [...headings, ...(passage.page === null ? [] : [`p. ${passage.page}`])].join(' › ');
  const language = /^[a-z]{2,3}$/.test(passage.language) && passage.language !== 'und' ? passage.language : 'en';
  const ellipsis = (cut: boolean) => (cut ? '<span class="cut">…</span>' : '');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(passage.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1 dir="auto">${escapeHtml(passage.title)}</h1>
${place ? `<p dir="auto">${escapeHtml(place)}</p>` : ''}
${passage.originalUrl === null ? '' : `<p><a href="${escapeHtml(passage.originalUrl)}" rel="noreferrer">Open the original file</a></p>`}
</header>
<article dir="auto">${ellipsis(passage.cutBefore)}${escapeHtml(passage.before)}<mark id="quote">${escapeHtml(passage.quote)}</mark>${escapeHtml(passage.after)}${ellipsis(passage.cutAfter)}</article>
</main>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
