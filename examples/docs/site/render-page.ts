import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked, type Token, type Tokens } from 'marked';
import { addressOf, PAGES, type Page } from '../contents.ts';
import { escapeHtml, plainText, slugger } from './text.ts';

const GUIDE = fileURLToPath(new URL('..', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

/** The address of a server that was started with `npm start`, which stands for the reader's own server in links. */
const LOCAL_SERVER = /^http:\/\/127\.0\.0\.1:8787(?=\/|$)/;

export interface Heading {
  id: string;
  text: string;
  level: number;
}

/** What the search finds: the text between two headings. */
export interface Section {
  /** Empty above the first heading. */
  id: string;
  heading: string;
  text: string;
}

export interface RenderedPage {
  title: string;
  /** The first paragraph, as text. */
  description: string;
  /** The page without its title. */
  html: string;
  /** Those of the second and third level. */
  headings: Heading[];
  sections: Section[];
}

/**
 * Renders the Markdown of a page. `%BASE%` stands for the server in its links. Throws on raw HTML, on a page that does not
 * begin with its title, and on a link that leads nowhere.
 */
export function renderPage(page: Page, markdown: string): RenderedPage {
  const marked = new Marked();
  const [first, ...tokens] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error(`${page.file} must begin with its title.`);
  const headings = headingsOf(tokens);
  const remaining = headings.values();
  marked.use({
    renderer: {
      heading({ tokens: inline, depth }) {
        const heading = remaining.next().value;
        if (!heading) throw new Error(`${page.file} has a heading inside of a list or a quote.`);
        // The text alone: the heading is a link itself.
        return `<h${depth} id="${heading.id}"><a href="#${heading.id}">${this.parser.parseInline(inline)}</a></h${depth}>\n`;
      },
      code: ({ text }) =>
        `<div class="code"><pre tabindex="0"><code>${escapeHtml(text.replace(/\n+$/, ''))}\n</code></pre></div>\n`,
      table(token) {
        // A table that is wider than the screen scrolls on its own, also by keyboard.
        return `<div class="table" role="group" aria-label="Table" tabindex="0">${tableHtml(token, (cell) => this.parser.parseInline(cell.tokens))}</div>\n`;
      },
      link({ href, tokens: inline }) {
        return linkHtml(page, href, this.parser.parseInline(inline), plainText(inline));
      },
      html({ raw }) {
        throw new Error(`${page.file} has raw HTML: ${raw}`);
      },
      image({ href }) {
        throw new Error(`${page.file} has an image, which the site does not copy: ${href}`);
      },
    },
  });
  return {
    title: plainText(first.tokens),
    description: plainText(tokens.find(({ type }) => type === 'paragraph')),
    html: marked.parser(tokens),
    headings: headings.filter(({ level }) => level <= 3),
    sections: sectionsOf(tokens, headings),
  };
}

function headingsOf(tokens: Token[]): Heading[] {
  const slug = slugger();
  return tokens.flatMap((token) => {
    if (token.type !== 'heading') return [];
    const text = plainText(token);
    return [{ id: slug(text), text, level: token.depth }];
  });
}

function sectionsOf(tokens: Token[], headings: Heading[]): Section[] {
  const remaining = headings.values();
  const sections: Section[] = [{ id: '', heading: '', text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { id, text } = remaining.next().value ?? { id: '', text: '' };
      sections.push({ id, heading: text, text: '' });
    } else {
      const section = sections.at(-1);
      if (section) section.text = `${section.text} ${plainText(token)}`.trim();
    }
  }
  return sections.filter(({ heading, text }) => heading || text);
}

function tableHtml(table: Tokens.Table, write: (cell: Tokens.TableCell) => string): string {
  const cells = (row: Tokens.TableCell[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}${cell.align ? ` class="${cell.align}"` : ''}>${write(cell)}</${tag}>`).join('')}</tr>`;
  const rows = table.rows.map((row) => cells(row, 'td'));
  return `<table><thead>${cells(table.header, 'th')}</thead><tbody>${rows.join('')}</tbody></table>`;
}

function linkHtml(page: Page, href: string, html: string, text: string): string {
  if (/^[a-z]+:/i.test(href)) return `<a href="${escapeHtml(href.replace(LOCAL_SERVER, '%BASE%'))}">${html}</a>`;
  const [path = '', hash] = href.split('#', 2);
  const anchor = hash ? `#${hash}` : '';
  if (!path) return `<a href="${escapeHtml(anchor)}">${html}</a>`;
  const file = join(GUIDE, dirname(page.file), path);
  const target = PAGES.find((other) => join(GUIDE, other.file) === file);
  if (target) return `<a href="${escapeHtml(addressOf(target) + anchor)}">${html}</a>`;
  if (!existsSync(file)) throw new Error(`${page.file} links to ${href}, which does not exist.`);
  // Not a page: a file of the repository, which the reader finds by its path.
  const inRepository = relative(REPOSITORY, file).split(sep).join('/');
  const code = `<code>${escapeHtml(inRepository)}</code>`;
  return inRepository.endsWith(text) ? code : `${html} (${code})`;
}
