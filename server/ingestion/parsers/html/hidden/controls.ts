import { collapseWhitespace } from '../../../../platform/text/collapse-whitespace.ts';
import { isBlock, isHeading, isUnseen } from '../tree/html-elements.ts';
import { classed, hasClass } from '../tree/html-names.ts';
import { type HtmlElement, textWithout } from '../tree/html-tree.ts';

/** What a page shows only when something is pressed: the panels of tabs, the answers to questions, and the like. */
export interface Panels {
  /** Each panel with its label; empty where it has none, null where the heading before it is its label. */
  labels: Map<HtmlElement, string | null>;
  /** What is pressed. It is read as the label of its panel. */
  controls: Set<HtmlElement>;
}

/** What is pressed, and what that shows. */
export type Pair = [control: HtmlElement, panel: HtmlElement];

const MAX_LABEL = 200;
const MAX_SCRIPT = 300;
/** Words of a button that say nothing of what it shows. */
const MORE =
  /^(?:(?:show|read|see|view|load|learn)? ?(?:more|less|all|details)|(?:show|hide|toggle|open|close|expand|collapse)(?: (?:all|attributes|description|source))?|menu|…|\.\.\.|[+×▼▾›»-])$/i;
/** The sign behind or before a label that says whether its panel is open. */
const OPENS = /^[+−▸▶►▾▼] | [+−×▸▶►▾▼▲⌄⌃›»]$/u;
/** Usual classes of panels without a role. */
const PANEL = classed('tab-?pane|tab-?panel|tabs-?panel');

/** The text of a tab or a question, in one line; empty where it says nothing of what it shows, null where it is more than a label. */
export function labelOf(control: HtmlElement): string | null {
  const { attribs } = control;
  const shown = textWithout(control, isUnseen, isBlock).trim();
  const named = attribs['aria-label'] || attribs['data-title'] || attribs.title;
  // A letter of an icon font says nothing, and has no meaning in another font.
  const text = collapseWhitespace(/[^\p{P}\p{S}\p{Co}\s]/u.test(shown) ? shown : named || shown);
  if (text.length > MAX_LABEL) return null;
  return MORE.test(text) ? '' : text.replace(OPENS, '');
}

/** The id of what an element says that it shows when it is pressed; null where it does not say. */
export function controlledId({ attribs }: HtmlElement): string | null {
  const [id] = (attribs['aria-controls'] ?? '').split(/\s+/);
  if (id) return id;
  const target = attribs['data-bs-target'] ?? attribs['data-target'] ?? attribs.href ?? '';
  return target.startsWith('#') && target.length > 1 ? target.slice(1) : null;
}

/** The ids that its script may name, such as that in `toggle('a1')`. */
export const idsInScript = ({ attribs }: HtmlElement): string[] =>
  [...(attribs.onclick ?? '').slice(0, MAX_SCRIPT).matchAll(/(['"])#?([\w-]+)\1/g)].map(([, , id = '']) => id);

/** Does it show and hide something by Bootstrap, or say that it does? */
export const isToggle = ({ attribs }: HtmlElement) =>
  attribs['aria-expanded'] !== undefined ||
  /^(?:collapse|pill|tab)$/.test(attribs['data-bs-toggle'] ?? attribs['data-toggle'] ?? '');

/** Is this a panel of tabs, by its role or by a class that stands for it? */
export const isTabPanel = (element: HtmlElement) => element.attribs.role === 'tabpanel' || hasClass(element, PANEL);

/** A heading is no panel: what leads to headings is a list of contents. */
export const pairUp = (controls: (HtmlElement | undefined)[], panels: (HtmlElement | undefined)[]): Pair[] =>
  controls.flatMap((control, index): Pair[] => {
    const panel = panels[index];
    return control && panel && !isHeading(panel) ? [[control, panel]] : [];
  });
