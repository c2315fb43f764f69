import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf, PAGES, type Page } from '../contents.ts';
import { layoutPage } from './layout.ts';
import { type RenderedPage, renderPage } from './render-page.ts';

const GUIDE = fileURLToPath(new URL('..', import.meta.url));
const SITE = fileURLToPath(new URL('../../site', import.meta.url));

/** The Footnote server and the project whose chat is on the pages. */
export interface Widget {
  /** The server's origin. */
  base: string;
  project: string;
}

/** A passage that the search of the site finds. */
export interface SearchEntry {
  id: number;
  page: string;
  heading: string;
  text: string;
  address: string;
}

/**
 * The example website with the guide in it: the content of each file by its path, which begins with a slash. In HTML, `%BASE%`
 * and `%PROJECT%` stand for the widget's server and project until `fillIn` replaces them.
 */
export async function buildSite(): Promise<Map<string, Buffer>> {
  const files = await readFiles();
  const rendered = await Promise.all(
    PAGES.map(async (page) => ({ page, ...renderPage(page, await readFile(join(GUIDE, page.file), 'utf8')) })),
  );
  for (const { page, ...content } of rendered) files.set(fileOf(page), Buffer.from(layoutPage(page, content)));
  files.set('/docs/search.json', Buffer.from(JSON.stringify(searchEntries(rendered))));
  files.set('/docs/minisearch.js', await readFile(fileURLToPath(import.meta.resolve('minisearch'))));
  return files;
}

/** A page of the site with the chat of a project, or without a chat. */
export function fillIn(html: string, widget: Widget | null): string {
  if (widget) return html.replaceAll('%BASE%', widget.base).replaceAll('%PROJECT%', widget.project);
  const page = html.replace(/\n *<script src="%BASE%[^>]*><\/script>/, '');
  return fillIn(page, { base: 'http://127.0.0.1:8787', project: 'proj_…' });
}

const fileOf = (page: Page) => addressOf(page).replace(/\/$/, '/index.html');

function searchEntries(pages: (RenderedPage & { page: Page })[]): SearchEntry[] {
  const entries = pages.flatMap(({ page, sections }) =>
    sections.map(({ id, heading, text }) => ({
      page: page.name,
      heading,
      text,
      address: addressOf(page) + (id ? `#${id}` : ''),
    })),
  );
  return entries.map((entry, id) => ({ id, ...entry }));
}

async function readFiles(): Promise<Map<string, Buffer>> {
  const entries = await readdir(SITE, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      paths.map(
        async (path) => [`/${relative(SITE, path).split(sep).join('/')}`, await readFile(path)] as [string, Buffer],
      ),
    ),
  );
}
