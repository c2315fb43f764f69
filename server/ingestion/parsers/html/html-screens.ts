import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { isHidden } from './tree/html-elements.ts';
import { toKebabCase } from './tree/html-names.ts';
import {
  findElements,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  setChildren,
  textWithout,
} from './tree/html-tree.ts';

/** As many classes of an element are looked at. */
const MAX_CLASSES = 40;
const SCREEN = /^(?:desktop|laptop|large|lg|md|medium|mobile|phone|sm|small|tablet|xl|xs|xxl|2xl)$/;
const SHOWS = /^(?:block|flex|grid|inline)$/;
/** What is shown only there is hidden elsewhere. */
const HIDES = /^(?:hidden|hide|none|only|show|visible)$/;
/** The largest and the smallest screens of Elementor, and those between them. */
const ELEMENTOR = [/^elementor-hidden-desktop$/, /^elementor-hidden-tablet$/, /^elementor-hidden-(?:mobile|phone)$/];

/**
 * Takes out of a page what it shows a second time for other screens: the later of two parts with the same text, each of which has
 * classes of usual frameworks by which it is seen on some screens alone, such as `d-none d-md-block` and `d-md-none`. So it does with
 * what Elementor hides on all of them.
 */
export function readOneScreen(tree: HtmlDocument): void {
  const parts = new Map<HtmlElement, string>();
  const inside = new Set<HtmlElement['parent']>();
  const unseen: HtmlElement[] = [];
  for (const element of findElements(tree, () => true)) {
    const isInside = inside.has(element.parent);
    const classes = isInside ? [] : (element.attribs.class ?? '').split(/\s+/, MAX_CLASSES);
    if (ELEMENTOR.every((screen) => classes.some((name) => screen.test(name)))) unseen.push(element);
    const screens = screensOf(classes);
    if (screens !== '') parts.set(element, screens);
    if (isInside || screens !== '') inside.add(element);
  }
  const known = new Map<string, string>();
  for (const [element, screens] of parts) {
    const text = collapseWhitespace(textWithout(element, isHidden));
    const first = known.get(text) ?? screens;
    known.set(text, first);
    if (text !== '' && first !== screens) unseen.push(element);
  }
  const dropped = new Set<HtmlNode>(unseen);
  for (const parent of new Set(unseen.map((element) => element.parent)))
    if (parent)
      setChildren(
        parent,
        parent.childNodes.filter((node) => !dropped.has(node)),
      );
}

/** The classes by which an element is seen on some screens alone; empty where it is seen on all. */
function screensOf(classes: string[]): string {
  const words = classes.map((name) => toKebabCase(name).split(/[-:@]/));
  const has = (some: string[], kind: RegExp) => some.some((word) => kind.test(word));
  const ofScreens = words.filter((some) => has(some, SCREEN) && (has(some, SHOWS) || has(some, HIDES)));
  const isHiddenOnSome = ofScreens.length > 0 && words.some((some) => has(some, HIDES));
  return isHiddenOnSome ? ofScreens.map((some) => some.join('-')).join(' ') : '';
}
