import { detectLanguage } from '../../../language/detect.ts';
import { MAX_REDIRECT_SECONDS, MIN_OWN_TEXT, readRefresh } from '../../../platform/network/meta-refresh.ts';
import { sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import { decodeText } from '../text/decode-text.ts';
import { pageHeading } from '../text/page-heading.ts';
import { createTextBuilder, normalizeTitle } from '../text/text-builder.ts';
import { toldOf } from '../text/told-left-out.ts';
import { labelContacts } from './boilerplate/contact-labels.ts';
import { contactWords } from './boilerplate/contact-words.ts';
import { type Boilerplate, findBoilerplate } from './boilerplate/find-boilerplate.ts';
import { measureParts } from './boilerplate/left-out.ts';
import { keepContacts } from './boilerplate/site-contacts.ts';
import { cutRepeated } from './boilerplate/site-edges.ts';
import { findPanels } from './hidden/panels.ts';
import { revealContent } from './hidden/reveal-content.ts';
import { flattenShadowRoots } from './hidden/shadow-roots.ts';
import { placeStreamedParts } from './hidden/streamed-parts.ts';
import { addBlocks } from './html-blocks.ts';
import { dropRepeatedAlternatives } from './html-captions.ts';
import { tidyGenerated } from './html-generated.ts';
import { sayCurrencies } from './html-icons.ts';
import { readOneScreen } from './html-screens.ts';
import { readWikiParts } from './html-wiki-parts.ts';
import { placeColumns } from './tree/html-columns.ts';
import { ancestors, isBlock, isHidden } from './tree/html-elements.ts';
import { isMain } from './tree/html-names.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  parseTree,
  textContent,
  textWithout,
} from './tree/html-tree.ts';
import { endsEarlyAsHtml, saysXhtml } from './tree/xhtml.ts';

/** The largest page that is read, in bytes. */
export const MAX_BYTES = 5 * 1024 * 1024;

/** Two may be the name of a manual, and below it that of its page. */
const MIN_ARTICLES = 3;
/** What follows the name of a page in its `title`. */
const BEFORE_SITE = /^(?:$|\s*[-–—|·»(:,•/])/;

/** As much of the text tells its language, in characters. */
const LANGUAGE_SAMPLE = 4_000;
/** As much of an address is told, in characters. */
const MAX_TARGET = 200;

/** What is known of a page beside its bytes. */
export interface PageOptions {
  /** Of a page of a site: what other pages begin and end with. */
  repeated?: readonly string[] | undefined;
  /** Is it the page that the crawl of its site began with? */
  isStart?: boolean | undefined;
  /** Of a page that was sent as XHTML. Others say so themselves. */
  isXhtml?: boolean | undefined;
  /** Of a page from the web. */
  address?: string | undefined;
}

/**
 * Parses an HTML page: its main content, without menus, headers, footers and forms unless nothing else is left. Throws
 * `only_redirects` and `only_consent` for one without a content.
 */
export function parseHtml(
  bytes: Uint8Array,
  { repeated, isStart = false, isXhtml = false, address }: PageOptions = {},
): ParsedDocument {
  if (bytes.length > MAX_BYTES) throw sourceFailures.tooLong('5 MB of HTML');
  const html = decodeText(bytes, declaredCharset(bytes));
  const tree = parseTree(html, { isXml: isXhtml || saysXhtml(html) || endsEarlyAsHtml(html) });
  const sections = readWikiParts(tree);
  const templates = findElements(tree, ({ name }) => name === 'template');
  if (templates.length > 0) {
    placeStreamedParts(tree, templates);
    flattenShadowRoots(templates);
  }
  readOneScreen(tree);
  const elements = findElements(tree, () => true);
  tidyGenerated(elements);
  placeColumns(elements);
  sayCurrencies(elements);
  dropRepeatedAlternatives(elements);
  const panels = findPanels(elements);
  revealContent(elements, panels);
  const title = elements.find(({ name }) => name === 'title');
  const page = elements.find(({ name }) => name === 'html');
  const language = page?.attribs.lang?.match(/^[a-z]{2,3}(?=-|$)/i)?.[0]?.toLowerCase();
  const builder = createTextBuilder();
  const boilerplate = findBoilerplate(tree);
  if (isStart) readContacts(tree, boilerplate, language);
  addBlocks(tree.childNodes, builder, boilerplate, { base: baseOf(elements, address) }, panels);
  const target = builder.length() < MIN_OWN_TEXT && redirectTarget(elements, address);
  if (target) throw sourceFailures.onlyRedirects(target);
  const { leftOut: texts, ...seen } = measureParts(tree, boilerplate);
  if (sections.length > 0) texts.set('sidebar', [...(texts.get('sidebar') ?? []), ...sections]);
  const leftOut = [...texts].flatMap(([kind, some]) => toldOf(kind, some));
  const whole = { ...builder.finish(language ? { language } : {}), ...seen, ...(leftOut.length > 0 && { leftOut }) };
  const document = repeated ? cutRepeated(whole, repeated, [...texts.values()].flat(), isStart) : whole;
  const mains = mainsAmong(elements);
  const isAbove = mains.size > 0 && !elements.some((element) => element.name === 'h1' && isWithinOne(element, mains));
  return { ...document, ...titled(document, normalizeTitle(title ? textContent(title) : ''), isAbove) };
}

/** Where the links of a page lead from; undefined where that is not known. */
function baseOf(elements: HtmlElement[], address?: string): URL | undefined {
  const base = elements.find(({ name, attribs }) => name === 'base' && attribs.href !== undefined);
  return URL.parse(base?.attribs.href ?? '', address) ?? undefined;
}

/** Of the start page of a site, the lines with its owner's contacts are content, and say of each contact what it is. */
function readContacts(tree: HtmlDocument, boilerplate: Boilerplate, declared = 'und'): void {
  const isNotRead = (element: HtmlElement) => boilerplate.has(element) || isHidden(element);
  const sample = tree.childNodes.map((node) => textWithout(node, isNotRead, isBlock)).join('\n');
  const parts = keepContacts(boilerplate);
  if (parts.length === 0) return;
  const detected = detectLanguage(sample.replace(/\s{2,}/g, '\n').slice(0, LANGUAGE_SAMPLE));
  const words = contactWords(detected === 'und' ? declared : detected);
  if (words) labelContacts(parts, words);
}

/** Where the page leads by itself before anybody can have read much of it, to be told; null where it stays or loads itself again. */
function redirectTarget(elements: HtmlElement[], address?: string): string | null {
  for (const element of elements) {
    const { name, attribs } = element;
    if (name !== 'meta' || attribs['http-equiv']?.toLowerCase() !== 'refresh') continue;
    if ([...ancestors(element)].some((around) => around.name === 'template')) continue;
    const refresh = readRefresh(attribs.content);
    if (!refresh || refresh.url === '' || refresh.seconds > MAX_REDIRECT_SECONDS) continue;
    if (address && URL.parse(refresh.url, address)?.href === address) continue;
    const target = normalizeTitle(refresh.url) ?? '';
    return target.length > MAX_TARGET ? `${target.slice(0, MAX_TARGET)}…` : target;
  }
  return null;
}

const isWithinOne = (element: HtmlElement, some: ReadonlySet<HtmlElement>) =>
  [...ancestors(element)].some((around) => some.has(around));

/** What the page calls its main part, or its only article. */
function mainsAmong(elements: HtmlElement[]): ReadonlySet<HtmlElement> {
  const mains = elements.filter(isMain);
  const articles = elements.filter(({ name }) => name === 'article');
  return new Set(mains.length === 0 && articles.length === 1 ? articles : mains);
}

/**
 * The heading of level 1 that is the page's title (`page-heading.ts`), or a heading that the page's `title` begins with: the title
 * without the site's name. Where sections with numbers have the headings of level 1, it is in `title`, and where a heading above the
 * main part (`isAbove`) says something else: that is a slogan. So it is for a list of articles with headings of level 1.
 */
function titled(
  document: ParsedDocument,
  title: string | null,
  isAbove: boolean,
): Pick<ParsedDocument, 'title' | 'blocks'> {
  const { text, blocks } = document;
  const beginsTitle = (heading: string) =>
    title?.startsWith(heading) === true && BEFORE_SITE.test(title.slice(heading.length));
  if (title !== null && areNumbered(document)) return { title, blocks: withTitle(document, title) };
  const named = pageHeading(document, { namesPage: beginsTitle });
  if (named && (title === null || beginsTitle(named.heading) || !(isAbove || areTitlesOfOthers(document, title))))
    return { title: named.heading, blocks: named.blocks };
  const headings = blocks.filter(({ kind }) => kind === 'heading');
  const texts = headings.map(({ start, end }) => normalizeTitle(text.slice(start, end)) ?? '');
  return { title: texts.find(beginsTitle) ?? title, blocks };
}

/** Are its headings of level 1 those of several articles or parts, as in a list of news, of which the page's `title` has none? */
function areTitlesOfOthers({ text, blocks }: ParsedDocument, title: string): boolean {
  const highest = blocks.filter(({ kind, level }) => kind === 'heading' && level === 1);
  const names = highest.map(({ start, end }) => normalizeTitle(text.slice(start, end)) ?? '');
  return names.length >= MIN_ARTICLES && !names.some((name) => title.includes(name));
}

/** Are the headings of level 1 those of numbered sections? */
function areNumbered({ text, blocks }: ParsedDocument): boolean {
  const highest = blocks.filter(({ kind, level }) => kind === 'heading' && level === 1);
  return highest.length > 1 && highest.every(({ start, end }) => /^\d{1,3}(?:\.0?)? /.test(text.slice(start, end)));
}

/** The blocks, with a first paragraph that is the title as a heading. */
function withTitle({ text, blocks }: ParsedDocument, title: string): ParsedDocument['blocks'] {
  const [first] = blocks;
  if (first?.kind !== 'paragraph' || normalizeTitle(text.slice(first.start, first.end)) !== title) return blocks;
  return blocks.with(0, { kind: 'heading', level: 1, start: first.start, end: first.end });
}

/** The encoding that a `meta` element in the first 4 kB names. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  return head.match(/<meta[^>]{0,200}charset\s*=\s*(?:["']\s*)?([\w-]{2,40})/i)?.[1];
}
