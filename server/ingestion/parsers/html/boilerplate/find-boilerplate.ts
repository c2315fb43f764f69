import { sourceFailures } from '../../../failures.ts';
import type { LeftOutKind } from '../../../types.ts';
import { isHeading, isHidden } from '../tree/html-elements.ts';
import { findElements, type HtmlDocument, type HtmlElement, textContent } from '../tree/html-tree.ts';
import { contentsLists } from './contents-lists.ts';
import { linksAroundProse, linksBeforeTitle } from './link-blocks.ts';
import { mains, markedMain, partsBesideMain } from './main-part.ts';
import { findNamedParts, type NamedPart } from './named-parts.ts';
import { MIN_PROSE, measureTextDensity, type TextDensities } from './text-density.ts';
import { trailsToTitle } from './trails.ts';

const SIGN = /©|\(c\)|\bcopyright\b/i;
const YEAR = /\b(?:19|20)\d\d\b/;
const RESERVED =
  /all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati|todos os direitos reservados|alle rechten voorbehouden|wszelkie prawa zastrzeżone|все права защищены/i;
/** What a page is about whose last lines say who has which rights. */
const ABOUT_RIGHTS = /copyright|licen[cs]e|legal|imprint|impressum|©/i;
const LAST_CHANGED = /^(?:(?:this )?(?:page|document|file) )?(?:was )?last (?:changed|edited|modified|updated)\b/i;
const MAX_LENGTH = 200;

/** A page with a smaller share of prose is a list or a form: as in a short one, what has no name is read. */
const MIN_SHARE = 0.15;
/** A part with more than this share of the page's prose is content, unless its name is certain. */
const MAX_NAMED_SHARE = 0.35;

/** In any language. */
const COOKIES = /cookie|gdpr|クッキー/i;

/** Parts of a page that are not read, each with what it is. */
export type Boilerplate = Map<HtmlElement, LeftOutKind>;

/**
 * Finds the parts of a page that are not its content: elements named or marked as menus, footers, banners and the like; what
 * stands beside the main part; lines that lead to the title; lists of what is on the page; and links and copyright lines before the
 * first and after the last content. Throws `only_consent` where nothing else is there but a notice about cookies.
 */
export function findBoilerplate(tree: HtmlDocument): Boilerplate {
  const named = findNamedParts(tree);
  let boilerplate = namedBoilerplate(tree, named, true);
  let densities = measured(tree, boilerplate);
  if (!hasContent(tree, densities)) {
    if (asksForConsent(tree, named)) throw sourceFailures.onlyConsent();
    boilerplate = namedBoilerplate(tree, named, false);
    densities = measured(tree, boilerplate);
  }
  const { prose, text } = densities.all;
  if (text === 0) return new Map();
  const isLong = prose >= MIN_PROSE && prose >= text * MIN_SHARE;
  const main = markedMain(tree, densities);
  const leaveOut = (elements: HtmlElement[], kind: LeftOutKind) => {
    for (const element of elements) if (!boilerplate.has(element)) boilerplate.set(element, kind);
  };
  if (main || isLong) leaveOut(partsBesideMain(tree, main, densities), 'beside');
  if (isLong) leaveOut(linksAroundProse(measured(tree, boilerplate), main), 'navigation');
  else if (!main) leaveOut(linksBeforeTitle(densities), 'navigation');
  leaveOut(trailsToTitle(tree), 'navigation');
  leaveOut(contentsLists(tree), 'navigation');
  if (!main) leaveOut(copyrightLines(tree, isLong ? measured(tree, boilerplate) : densities), 'footer');
  return boilerplate;
}

/** Is most text of the page a notice about cookies? */
function asksForConsent(tree: HtmlDocument, named: NamedPart[]): boolean {
  const { all, of } = measured(tree, new Map());
  return named.some(({ element, kind, certain }) => {
    const isNotice = kind === 'notice' && certain && of(element).text > all.text / 2;
    return isNotice && COOKIES.test(textContent(element));
  });
}

const measured = (tree: HtmlDocument, without: Boilerplate) =>
  measureTextDensity(tree, (element) => isHidden(element) || without.has(element));

/** The parts whose names are certain, if these are to be trusted, and of the others those with little of the remaining prose. */
function namedBoilerplate(tree: HtmlDocument, named: NamedPart[], areTrusted: boolean): Boilerplate {
  const isCertain = ({ certain }: NamedPart) => certain && areTrusted;
  const found: Boilerplate = new Map(named.filter(isCertain).map(({ element, kind }) => [element, kind]));
  const densities = measured(tree, found);
  const most = densities.all.prose * MAX_NAMED_SHARE;
  for (const { element, kind, isFrame } of named)
    if (densities.of(element).prose <= most && (most > 0 || !isFrame)) found.set(element, kind);
  return found;
}

/** Is there text in the page's main part, or after its first heading? Otherwise the text that is named as a footer is what the page says. */
function hasContent(tree: HtmlDocument, densities: TextDensities): boolean {
  if (mains(tree).some((main) => densities.of(main).text > 0)) return true;
  const heading = densities.blocks.findIndex(isHeading);
  return densities.blocks.slice(heading + 1).some((block) => !isHeading(block));
}

/** The lines at the end of a page that say who has its rights, or when it was changed. */
function copyrightLines(tree: HtmlDocument, densities: TextDensities): HtmlElement[] {
  const titles = findElements(tree, ({ name }) => name === 'title' || name === 'h1');
  if (titles.some((title) => ABOUT_RIGHTS.test(textContent(title)))) return [];
  const blocks = densities.blocks.filter((block) => !isHeading(block));
  const last = blocks.findLastIndex((block) => !isCopyrightLine(textContent(block).trim()));
  return last < 0 ? [] : blocks.slice(last + 1);
}

const isCopyrightLine = (text: string) =>
  text.length <= MAX_LENGTH &&
  (RESERVED.test(text) || ((SIGN.test(text) || LAST_CHANGED.test(text)) && YEAR.test(text)));
