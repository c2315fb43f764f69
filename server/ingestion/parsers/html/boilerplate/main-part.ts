import { collapseWhitespace } from '../../../../platform/text/collapse-whitespace.ts';
import { isSignature } from '../tree/html-code.ts';
import { articleColumn } from '../tree/html-columns.ts';
import { ancestors, childElements, isHeading, isSign, isWithin } from '../tree/html-elements.ts';
import { isMain } from '../tree/html-names.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  hasElement,
  isElement,
  textContent,
} from '../tree/html-tree.ts';
import { MIN_PROSE, type TextDensities } from './text-density.ts';

/** A `main` with less than this share of the prose is not the content. */
const MAIN_SHARE = 0.25;
/** A short one is, if there is no more prose beside it than this many times its text. */
const MAX_BESIDE = 3;
/** A part with this share of the prose around it is the main part. */
const MAIN_PART_SHARE = 0.85;
/** A part beside it with at least this share is content, too. */
const SIDE_PART_SHARE = 0.05;
/** What is linked more than this, below the title of a page, leads elsewhere. */
const MAX_LINKED = 0.75;
/** Between the name of a page and that of its site. */
const SEPARATOR = / [-–—|·»(] ?/;
/** Elements that are content themselves, not parts of a layout. */
const CONTENT_ELEMENTS = /^(?:p|ul|ol|dl|pre|blockquote|table|figure|h[1-6]|details)$/;

/** The elements that the page calls its main part. */
export const mains = (tree: HtmlDocument) => findElements(tree, isMain);

/** The page's `main` or only `article`, unless most of the text stands beside it. */
export function markedMain(tree: HtmlDocument, densities: TextDensities): HtmlElement | null {
  const articles = findElements(tree, ({ name }) => name === 'article');
  const marked = mains(tree);
  const [main] = (marked.length > 0 ? marked : articles.length === 1 ? articles : []).toSorted(
    (a, b) => densities.of(b).prose - densities.of(a).prose || densities.of(b).text - densities.of(a).text,
  );
  if (!main) return null;
  const { text, prose } = densities.of(main);
  const total = densities.all.prose;
  if (text === 0) return null;
  if (total > 0 && prose >= total * MAIN_SHARE) return main;
  // A short page, whose main part has its title.
  const isTitled = hasElement(main, ({ name }) => (marked.length > 0 ? /^h[1-6]$/.test(name) : name === 'h1'));
  return isTitled && total - prose <= text * MAX_BESIDE ? main : null;
}

/** What is beside the main part, on every level down to it and inside of it. `main`: the marked one. */
export function partsBesideMain(tree: HtmlDocument, main: HtmlElement | null, densities: TextDensities): HtmlElement[] {
  const beside: HtmlElement[] = [];
  const path = new Set(main ? [main, ...ancestors(main)] : []);
  const title = main && titleAbove(tree, main, densities);
  const aroundTitle = new Set(title ? [title, ...ancestors(title)] : []);
  let parts = tree.childNodes.filter(isElement);
  let proseAround = densities.all.prose;
  const name = nameOfPage(tree);
  /** Does the title of the page stand above these parts? Then they are its content, unless they lead elsewhere. */
  let isTitled = false;
  for (let isInside = main === null; ; ) {
    const marked = parts.find((part) => path.has(part));
    const mainPart =
      marked ??
      parts.find(
        (part) => densities.of(part).prose >= proseAround * MAIN_PART_SHARE && !CONTENT_ELEMENTS.test(part.name),
      );
    if (!mainPart) return beside;
    const isTitle = (part: HtmlElement) => holdsTitle(part, name) || (isInside && holdsFirst(part));
    const mainAt = parts.indexOf(mainPart);
    const titleAt = marked ? -1 : parts.findIndex((part) => part !== mainPart && isTitle(part));
    const isBelowTitle = (index: number) => isTitled || (titleAt >= 0 && index > titleAt);
    beside.push(
      ...parts.filter(
        (part, index) =>
          part !== mainPart &&
          !aroundTitle.has(part) &&
          (marked ||
            !(
              index === titleAt ||
              isContentBeside(part, proseAround, densities) ||
              (isBelowTitle(index) && isContentBelowTitle(part, densities, index > mainAt))
            )),
      ),
    );
    isTitled = isBelowTitle(mainAt);
    isInside ||= mainPart === main;
    proseAround = densities.of(mainPart).prose;
    if (isInside && proseAround < MIN_PROSE) return beside;
    parts = childElements(mainPart);
  }
}

/**
 * The title of the page, where it stands above a main part that has none: with a sentence of what the page is about, in many
 * designs. The name of the site is a link, or the last part of the page's `title`.
 */
function titleAbove(tree: HtmlDocument, main: HtmlElement, densities: TextDensities): HtmlElement | null {
  const isTitle = (element: HtmlElement) => element.name === 'h1' && densities.of(element).text > 0;
  const titles = findElements(tree, isTitle);
  const [title] = titles;
  if (!title || titles.length > 1 || densities.of(title).linked > 0) return null;
  const [named] = findElements(tree, ({ name }) => name === 'title');
  const parts = named ? lineOf(named).split(SEPARATOR) : [];
  if (parts.length > 1 && parts.at(-1) === lineOf(title)) return null;
  const isBefore = findElements(tree, (element) => element === title || element === main)[0] === title;
  return isBefore && !isWithin(main, title) ? title : null;
}

/** What the page's `title` begins with, before the name of the site; empty without one. */
function nameOfPage(tree: HtmlDocument): string {
  const [title] = findElements(tree, ({ name }) => name === 'title');
  const words = title ? lineOf(title) : '';
  return words.split(SEPARATOR)[0]?.trim() ?? '';
}

/** Is it a heading of level 1, or does it hold one? */
const holdsFirst = (part: HtmlElement) => part.name === 'h1' || hasElement(part, ({ name }) => name === 'h1');

/** Is its first heading that of the page? */
function holdsTitle(part: HtmlElement, name: string): boolean {
  const heading = isHeading(part) ? part : findElements(part, isHeading)[0];
  const line = heading && lineOf(heading);
  // Other generators write the name of the whole before or after it: `Kiln: Reference of Pottery`.
  if (line && (name.startsWith(`${line}: `) || name.endsWith(`: ${line}`))) return true;
  return line !== undefined && name !== '' && ` ${withoutSigns(line)} `.includes(` ${withoutSigns(name)} `);
}

/** `Kiln <T>` for `Kiln<T>`: what a name has beside it is not of it. */
const withoutSigns = (line: string) => collapseWhitespace(line.replace(/[<>()[\]{},;“”"]/g, ' '));

/**
 * Sentences, a list or a section that is not mostly links, or what names its links: a table or a list of terms. After the main part
 * of an article, what has links asks to subscribe, to share or to buy.
 */
function isContentBelowTitle(part: HtmlElement, densities: TextDensities, isAfter: boolean): boolean {
  const { text, linked, prose } = densities.of(part);
  if (linked < text && (isSignature(part) || hasElement(part, isNamed))) return true;
  if (isAfter && hasElement(part, isLinkInText)) return false;
  return linked < text * MAX_LINKED && (prose > 0 || hasElement(part, ({ name }) => CONTENT_ELEMENTS.test(name)));
}

const isNamed = (element: HtmlElement) => /^(?:dl|pre|table)$/.test(element.name) || isSignature(element);

const isLinkInText = (element: HtmlElement) =>
  element.name === 'a' &&
  element.attribs.href?.startsWith('#') === false &&
  !isSign(element) &&
  ![...ancestors(element)].some(isHeading);

const lineOf = (element: HtmlElement) => collapseWhitespace(textContent(element));

/** A heading or paragraph, or a part with enough prose that is not mostly links. */
function isContentBeside(part: HtmlElement, proseAround: number, densities: TextDensities): boolean {
  const { text, linked, prose } = densities.of(part);
  if (CONTENT_ELEMENTS.test(part.name)) return isHeading(part) || prose > 0;
  if (part.name === 'main' || holdsFirst(part) || articleColumn(part) !== null) return true;
  if (part.name === 'section' && linked < text * 0.5 && hasElement(part, isHeading)) return true;
  return prose >= proseAround * SIDE_PART_SHARE && linked < text * 0.5;
}
