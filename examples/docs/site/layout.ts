import { addressOf, CONTENTS, PAGES, type Page } from '../contents.ts';
import type { Heading, RenderedPage } from './render-page.ts';
import { escapeHtml } from './text.ts';

/** The example website's policy, and the site's own script, which loads the search's index and library from here. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self' %BASE%",
  "style-src 'self'",
  "script-src 'self' %BASE%",
  "connect-src 'self' %BASE%",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** A complete page of the guide. `%BASE%` stands for the Footnote server in it and `%PROJECT%` for the project. */
export function layoutPage(page: Page, rendered: RenderedPage): string {
  const part = CONTENTS.find(({ pages }) => pages.includes(page));
  const title = page === PAGES[0] ? 'The Footnote guide' : `${rendered.title} · Footnote guide`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
    <meta name="description" content="${escapeHtml(rendered.description)}" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/site.css" />
    <link rel="stylesheet" href="/docs.css" />
    <script type="module" src="/docs.js"></script>
  </head>
  <body class="docs${page === PAGES[0] ? ' start' : ''}">
    <a class="skip" href="#content">Skip to the text</a>
    <header>
      <a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28" />Footnote</a>
      <nav aria-label="Pages">
        <a href="/">Overview</a>
        <a href="/how-it-works.html">How it works</a>
        <a href="/your-site.html">On your site</a>
        <a href="/docs/"${page === PAGES[0] ? ' aria-current="page"' : ' class="within"'}>Guide</a>
      </nav>
      <a class="find" href="/docs/">All pages</a>
    </header>
    <div class="columns">
      <nav class="contents" aria-label="Guide">${contentsHtml(page)}</nav>
      <main id="content" tabindex="-1">
        <div class="menus">
          <details class="menu contents-menu">
            <summary>Contents of the guide</summary>
            <nav aria-label="Guide">${contentsHtml(page)}</nav>
          </details>
          ${outlineMenu(rendered.headings)}
        </div>
        <article>
          ${part ? `<p class="part">${escapeHtml(part.name)}</p>` : ''}
          <h1>${escapeHtml(rendered.title)}</h1>
${rendered.html}
        </article>
        ${neighbours(page)}
      </main>
      <div class="here">${onThisPage(rendered.headings)}</div>
    </div>
    <footer>Footnote is free software under the MIT licence. The chat in the corner answers from this guide.</footer>
    <script src="%BASE%/widget.js" data-project="%PROJECT%" data-search async></script>
  </body>
</html>
`;
}

function contentsHtml(current: Page): string {
  return CONTENTS.map(({ name, pages }) => {
    const items = pages.map((page) => {
      const mark = page === current ? ' aria-current="page"' : '';
      return `<li><a href="${addressOf(page)}"${mark}>${escapeHtml(page.name)}</a></li>`;
    });
    return `<p>${escapeHtml(name)}</p><ul>${items.join('')}</ul>`;
  }).join('');
}

function headingList(headings: Heading[]): string {
  const items = headings.map(
    ({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

/** A single heading needs no table of contents. */
const hasContents = (headings: Heading[]) => headings.length > 1;

function onThisPage(headings: Heading[]): string {
  if (!hasContents(headings)) return '';
  return `<nav class="outline" aria-label="On this page"><p>On this page</p>${headingList(headings)}</nav>`;
}

function outlineMenu(headings: Heading[]): string {
  if (!hasContents(headings)) return '';
  return `<details class="menu outline-menu"><summary>On this page</summary><nav aria-label="On this page">${headingList(headings)}</nav></details>`;
}

function neighbours(page: Page): string {
  const at = PAGES.indexOf(page);
  const link = (other: Page | undefined, rel: string, label: string) =>
    other
      ? `<a class="${rel}" rel="${rel}" href="${addressOf(other)}"><span>${label}</span>${escapeHtml(other.name)}</a>`
      : '';
  return `<nav class="turn" aria-label="Previous and next page">${link(PAGES[at - 1], 'prev', 'Previous')}${link(PAGES[at + 1], 'next', 'Next')}</nav>`;
}
