import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { headingSlug } from '../platform/text/heading-slug.ts';
import { withoutEnds } from '../platform/text/trim-ends.ts';
import { type AntoraComponent, antoraAddress, antoraComponents } from './antora.ts';
import { type DocusaurusDocs, docusaurusMetadata, docusaurusParts, isExcluded, readDocusaurus } from './docusaurus.ts';
import type { FrontMatter } from './front-matter.ts';
import { type HugoSite, hugoAddress, hugoMetadata, hugoParts, isHugoPage, isIgnoredByHugo, readHugo } from './hugo.ts';
import { languageMetadata, mintlifyLanguages, type SiteLanguages, starlightLanguages } from './site-languages.ts';
import {
  ignoredPatterns,
  isUnpublished,
  jekyllPatterns,
  mkdocsPatterns,
  sphinxPatterns,
  type Unpublished,
} from './unpublished.ts';
import { type Rewrite, readVitepress, rewritten } from './vitepress.ts';

export const SITES = [
  ...(['plain', 'docusaurus', 'vitepress', 'mkdocs', 'hugo', 'starlight', 'sphinx', 'antora'] as const),
  ...(['jekyll', 'mdbook', 'mintlify', 'gitbook'] as const),
] as const;
export type Site = (typeof SITES)[number];

/** The addresses that a generator gives to the pages of a folder. */
export interface SiteRules {
  site: Site;
  /** VitePress with `cleanUrls`, MkDocs without `use_directory_urls`, Sphinx with `dirhtml`, Jekyll with pretty permalinks: the other of its two forms. */
  otherForm: boolean;
  /** Where the settings lie beside a folder with the pages: that folder. Other files are no part of the site. */
  pages?: string;
  /** Where the settings lie in the folder: the folders beside them that hold no documents, such as the built site. */
  skipped?: readonly string[];
  /** What the settings leave out of the site. */
  unpublished?: Unpublished;
  /** Of Antora: the components that the folder holds, or is a part of. */
  components?: AntoraComponent[];
  /** Of Docusaurus, where its settings are found. */
  docs?: DocusaurusDocs;
  /** Of VitePress, Starlight and Mintlify, where the settings name several. */
  languages?: SiteLanguages;
  /** Of VitePress, where its settings are in the folder. */
  rewrites?: Rewrite[];
  /** Of Hugo, where its settings are found. */
  hugo?: HugoSite;
}

/** Files that become pages; others are served as they are. */
const PAGE = /\.(?:md|mdx|markdown)$/i;
const SPHINX_PAGE = /\.(?:rst|md)$/i;
/** Folders above the given one in which the generator's settings are looked for. */
const LEVELS_UP = 3;

/**
 * The address of a file below the base of the site, with slashes and not encoded: `/guide/install`. Null for one that the generator
 * does not publish. `given` is relative to the folder.
 */
export function pageAddress(given: string, front: FrontMatter, rules: SiteRules): string | null {
  const { site, otherForm, pages = '', skipped = [], unpublished, hugo } = rules;
  if (skipped.some((folder) => given.startsWith(`${folder}/`))) return null;
  const path = pages !== '' && isInSite(given, rules) ? given.slice(pages.length + 1) : given;
  if (unpublished && isUnpublished(path, unpublished)) return null;
  if (hugo && isIgnoredByHugo(given, hugo)) return null;
  if (site === 'antora') return antoraAddress(path, rules.components ?? []);
  if (site === 'sphinx') return sphinxAddress(path, otherForm);
  // What begins with an underscore is not published, but for posts.
  if (site === 'jekyll' && /(?:^|\/)_(?!posts\/)/.test(path)) return null;
  if (site === 'plain') return `/${path.replace(/(^|\/)index\.html?$/i, '$1')}`;
  if (!PAGE.test(path)) return `/${path}`;
  if (front.draft && site !== 'vitepress' && site !== 'mkdocs') return null;
  if (site === 'docusaurus') {
    const { start, page } = rules.docs ? docusaurusParts(path, rules.docs) : { start: '', page: path };
    if (rules.docs ? isExcluded(path, rules.docs) : /(?:^|\/)_/.test(page)) return null;
    const address = docusaurusAddress(page.replace(PAGE, '').split('/'), front);
    return address === null ? null : start + address;
  }
  if (site === 'hugo') {
    const { start, page } = (hugo && hugoParts(given, hugo)) ?? { start: '', page: path };
    return hugoAddress(start, page.replace(PAGE, ''), front);
  }
  const parts = rewritten(path, rules.rewrites ?? [])
    .replace(PAGE, '')
    .split('/');
  switch (site) {
    case 'vitepress':
      return inFolder(parts, /^index$/, (whole) => (otherForm ? whole : `${whole}.html`));
    case 'mkdocs':
      return inFolder(parts, /^(?:index|README)$/, (whole) => (otherForm ? `${whole}.html` : `${whole}/`));
    case 'jekyll':
      return jekyllAddress(parts, front, otherForm);
    case 'mdbook':
      return mdbookAddress(parts);
    case 'mintlify':
      // Snippets are parts of pages, and these files are for those who work on them.
      if (/^snippets\//.test(path) || /(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING)\.md$/.test(path)) return null;
      return plainAddress(parts, /^index$/);
    case 'gitbook':
      if (parts.join('/') === 'SUMMARY') return null;
      return plainAddress(parts, /^README$/);
    case 'starlight':
      if (front.slug !== undefined) return `/${trimmed(front.slug)}/`.replace('//', '/');
      return inFolder(parts.map(headingSlug), /^index$/, (whole) => `${whole}/`);
  }
}

/** What the place of a file in the site says of it, as metadata of its source. */
export function pageMetadata(path: string, { docs, hugo, languages }: SiteRules): Record<string, string> {
  if (docs) return docusaurusMetadata(path, docs);
  if (hugo) return hugoMetadata(path, hugo);
  return languages ? languageMetadata(path, languages) : {};
}

/** The address of a page, or of its folder if it is the folder's index. */
function inFolder(parts: string[], index: RegExp, page: (whole: string) => string): string {
  const folder = parts.slice(0, -1).map((part) => `/${part}`);
  const name = parts.at(-1) ?? '';
  return index.test(name) ? `${folder.join('')}/` : page(`${folder.join('')}/${name}`);
}

/** The same without a slash at the end, but for that of the whole site. */
const plainAddress = (parts: string[], index: RegExp) =>
  inFolder(parts, index, (whole) => whole).replace(/(?<=.)\/$/, '');

function docusaurusAddress(given: string[], { slug, id }: FrontMatter): string | null {
  if (slug?.startsWith('/')) return slug;
  const parts = given.map(withoutNumber);
  const [parent = '', name = ''] = [parts.at(-2), parts.at(-1)];
  const folder = parts.slice(0, -1).map((part) => `/${part}`);
  if (slug !== undefined) return `${folder.join('')}/${trimmed(slug)}`;
  if (id !== undefined && !id.includes('/')) return `${folder.join('')}/${id}`;
  const isIndex = /^(?:index|readme)$/i.test(name) || name.toLowerCase() === parent.toLowerCase();
  return isIndex ? `${folder.join('')}/` : `${folder.join('')}/${name}`;
}

/** `02-install` is `install`; versions and dates, such as `2024-05-01`, stay. */
function withoutNumber(part: string): string {
  if (/^\d+[-_.]\d+/.test(part)) return part;
  return /^\d+\s*[-_.]+\s*([^-_.\s].*)$/.exec(part)?.[1] ?? part;
}

function jekyllAddress(parts: string[], { permalink }: FrontMatter, isPretty: boolean): string {
  if (permalink?.startsWith('/') && !permalink.includes(':')) return permalink;
  const page = (whole: string) => (isPretty ? `${whole}/` : `${whole}.html`);
  const [, year, month, day, slug] = /^(\d{4})-(\d\d)-(\d\d)-(.+)$/.exec(parts.at(-1) ?? '') ?? [];
  if (parts[0] === '_posts' && slug !== undefined) return page(`/${year}/${month}/${day}/${slug}`);
  return inFolder(parts, /^(?:index|README)$/, page);
}

function mdbookAddress(parts: string[]): string | null {
  if (parts.join('/') === 'SUMMARY') return null;
  const folder = parts.slice(0, -1).map((part) => `/${part}`);
  return `${folder.join('')}/${parts.at(-1) === 'README' ? 'index' : parts.at(-1)}.html`;
}

/** Whether a file is a part of the site at all. */
export const isInSite = (path: string, { pages = '', hugo }: SiteRules): boolean =>
  pages === '' || path.startsWith(`${pages}/`) || (hugo !== undefined && isHugoPage(path, hugo));

/** Does the generator make a page of a file that another file includes? Where none is known, a file with a page is a page. */
export const isPage = (path: string, { site }: SiteRules): boolean =>
  site === 'sphinx' ? SPHINX_PAGE.test(path) : site !== 'plain';

/** Sphinx builds each document beside its source, and none from the folders of its settings. */
function sphinxAddress(path: string, isDirectory: boolean): string | null {
  if (path.split('/').some((part) => /^_(?:build|static|templates|themes)$/.test(part))) return null;
  if (!SPHINX_PAGE.test(path)) return `/${path}`;
  const parts = path.replace(SPHINX_PAGE, '').split('/');
  return isDirectory ? inFolder(parts, /^index$/, (whole) => `${whole}/`) : `/${parts.join('/')}.html`;
}

const trimmed = (slug: string) => withoutEnds(slug, /\//);

/** The address of a page whose site begins at `base`. */
export function addressAt(base: URL, address: string): string {
  const root = base.href.replace(/\/$/, '');
  return root + address.split('/').map(encodeURIComponent).join('/');
}

/** The generator of a folder, by the settings in it or above it. */
export function detectSite(folder: string): SiteRules {
  let here = resolve(folder);
  for (let level = 0; level <= LEVELS_UP; level += 1) {
    const found = siteIn(here, relative(here, resolve(folder)).split(sep).join('/'));
    if (found) return level === 0 ? withFolders(found, here) : found;
    const parent = dirname(here);
    if (parent === here || existsSync(join(here, '.git'))) break;
    here = parent;
  }
  const components = antoraComponents(folder);
  return components.length > 0 ? { site: 'antora', otherForm: false, components } : { site: 'plain', otherForm: false };
}

/** Where generators look for pages, below their settings. */
const PAGES = {
  mkdocs: 'docs',
  starlight: 'src/content/docs',
  mdbook: 'src',
} satisfies Partial<Record<Site, string>>;

/** The built site, and folders whose Markdown and HTML are parts of the theme. */
const SKIPPED: Partial<Record<Site, readonly string[]>> = {
  docusaurus: ['build', 'src', 'static'],
  mkdocs: ['site'],
  hugo: ['archetypes', 'assets', 'data', 'layouts', 'public', 'resources', 'themes'],
  starlight: ['dist'],
  mdbook: ['book', 'theme'],
};

function withFolders(found: SiteRules, folder: string): SiteRules {
  const pages = found.pages ?? found.hugo?.content ?? (PAGES as Partial<Record<Site, string>>)[found.site];
  const skipped = SKIPPED[found.site];
  return {
    ...found,
    ...(pages && existsSync(join(folder, pages)) && { pages }),
    ...(skipped && { skipped }),
  };
}

/** The rules of a generator that is named, in the form that the settings of the folder ask for. */
export function rulesOf(site: Site, folder: string): SiteRules {
  const found = detectSite(folder);
  if (site === 'antora') {
    const components = found.components ?? antoraComponents(folder);
    if (components.length === 0) throw new Error('--site antora needs an antora.yml in the folder, above or below it.');
    return { site, otherForm: false, components };
  }
  return found.site === site ? found : { site, otherForm: false };
}

/** `below`: the path from the folder to the one that is synced. */
function siteIn(folder: string, below: string): SiteRules | null {
  const names = readdirSync(folder);
  const settings = (pattern: RegExp) => names.find((name) => pattern.test(name));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const docusaurus = settings(/^docusaurus\.config\.[cm]?[jt]s$/);
  if (docusaurus) return { site: 'docusaurus', otherForm: false, docs: readDocusaurus(folder, docusaurus, below) };
  if (names.includes('conf.py') && /^[ \t]*(?:extensions|html_theme|project)\s*=/m.test(read('conf.py')))
    return { site: 'sphinx', otherForm: buildsFolders(folder), ...leftOut(below, sphinxPatterns(read('conf.py'))) };
  if (names.includes('.vitepress')) {
    const vitepress = readVitepress(folder, below);
    if (vitepress === null) return { site: 'vitepress', otherForm: false };
    const { cleanUrls, excluded, languages, pages, rewrites } = vitepress;
    return {
      site: 'vitepress',
      otherForm: cleanUrls,
      ...leftOut(below, excluded),
      ...(languages && { languages }),
      ...(pages && { pages }),
      ...(rewrites.length > 0 && { rewrites }),
    };
  }
  const mkdocs = settings(/^mkdocs\.ya?ml$/);
  if (mkdocs) {
    const text = read(mkdocs);
    // The patterns are of the folder of the pages.
    const inPages = `${below}/`.startsWith(`${PAGES.mkdocs}/`) ? below.slice(PAGES.mkdocs.length + 1) : below;
    const otherForm = /^use_directory_urls:\s*false\b/m.test(text);
    return { site: 'mkdocs', otherForm, ...leftOut(inPages, mkdocsPatterns(text)) };
  }
  const mintlify = settings(/^(?:docs|mint)\.json$/);
  if (mintlify && /"navigation"\s*:/.test(read(mintlify))) {
    const ignored = names.includes('.mintignore') ? ignoredPatterns(read('.mintignore')) : [];
    const languages = mintlifyLanguages(join(folder, mintlify), below);
    return { site: 'mintlify', otherForm: false, ...leftOut(below, ignored), ...(languages && { languages }) };
  }
  const gitbook = settings(/^\.gitbook\.ya?ml$/);
  if (gitbook || names.includes('.gitbook')) {
    const root = gitbook ? withoutEnds(/^root:\s*["']?\.?\/?([^"'#\s]*)/m.exec(read(gitbook))?.[1] ?? '', /\//) : '';
    return { site: 'gitbook', otherForm: false, ...(below === '' && root !== '' && { pages: root }) };
  }
  const hugo = settings(/^hugo\.(?:toml|ya?ml|json)$/);
  if (hugo) return { site: 'hugo', otherForm: false, hugo: readHugo(folder, hugo, below) };
  if (settings(/^book\.toml$/)) return { site: 'mdbook', otherForm: false };
  const jekyll = settings(/^_config\.ya?ml$/);
  if (jekyll) {
    const otherForm = /^permalink:\s*["']?pretty\b/m.test(read(jekyll));
    return { site: 'jekyll', otherForm, ...leftOut(below, jekyllPatterns(read(jekyll))) };
  }
  const astro = settings(/^astro\.config\.[cm]?[jt]s$/);
  if (astro && /starlight/.test(read(astro))) {
    const languages = starlightLanguages(join(folder, astro), below, PAGES.starlight);
    return { site: 'starlight', otherForm: false, ...(languages && { languages }) };
  }
  return null;
}

const leftOut = (above: string, patterns: string[]): Pick<SiteRules, 'unpublished'> =>
  patterns.length === 0 ? {} : { unpublished: { above, patterns } };

/** Whether Read the Docs builds an address without `.html` for each page, by its settings in the folder or above it. */
function buildsFolders(folder: string): boolean {
  for (let [level, here] = [0, folder]; level <= LEVELS_UP; level += 1, here = dirname(here)) {
    const settings = ['.readthedocs.yaml', '.readthedocs.yml']
      .map((name) => join(here, name))
      .find((file) => existsSync(file));
    if (settings) return /^[ \t]+builder:\s*["']?dirhtml\b/m.test(readFileSync(settings, 'utf8'));
    if (existsSync(join(here, '.git'))) break;
  }
  return false;
}
