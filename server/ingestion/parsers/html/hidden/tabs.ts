import { childElements, isHiddenAtFirst, isWithin } from '../tree/html-elements.ts';
import { classed, hasClass } from '../tree/html-names.ts';
import { findElements, type HtmlElement } from '../tree/html-tree.ts';
import { controlledId, isTabPanel, isToggle, labelOf, type Pair, type Panels, pairUp } from './controls.ts';
import { isApart } from './is-apart.ts';

const NAV_TABS = classed('nav-(?:pills|tabs)');

/** Finds the panels of tabs: those of lists of tabs, and those that only styles switch, by radio buttons. */
export function findTabs(elements: HtmlElement[], byId: Map<string, HtmlElement>, panels: Panels): void {
  const lists = new Set(elements.filter((element) => isTabList(element) || isListOfLinks(element, byId)));
  const inOrder = elements.filter((element) => lists.has(element) || isTabPanel(element));
  const labelled = new Map(inOrder.map((element) => [element.attribs['aria-labelledby'] ?? '', element]));
  for (const [index, list] of inOrder.entries()) {
    if (!lists.has(list)) continue;
    const tabs = tabsOf(list);
    const named = tabs.map(({ attribs }) => labelled.get(attribs.id || ' '));
    const found = tabs.map((tab, at) => byId.get(controlledId(tab) ?? '') ?? named[at]);
    const pairs = pairUp(tabs, found.some((panel) => panel) ? found : panelsAfter(inOrder, lists, index, tabs.length));
    addPairs(pairs, panels);
    if (pairs.length > 0) panels.controls.add(list);
  }
  for (const pairs of pairsOfRadios(elements)) addPairs(pairs, panels);
  addOthers(inOrder.filter(isTabPanel), byId, panels);
}

/** Panels without a list: by the tab that they name. One whose tab was not found has one, if a panel beside it is shown. */
function addOthers(others: HtmlElement[], byId: Map<string, HtmlElement>, panels: Panels): void {
  const tabs = others.map(({ attribs }) => byId.get(attribs['aria-labelledby'] ?? ''));
  const shown = tabs.map((tab) => (tab && !isHiddenAtFirst(tab) ? tab : undefined));
  addPairs(pairUp(shown, others), panels);
  const withShown = new Set(others.filter((panel) => !isHiddenAtFirst(panel)).map(({ parent }) => parent));
  for (const panel of others) {
    if (withShown.has(panel.parent) && !panels.labels.has(panel)) panels.labels.set(panel, '');
  }
}

const isTabList = (element: HtmlElement) => element.attribs.role === 'tablist' || hasClass(element, NAV_TABS);

/** Is it a list of links that each lead to one of several neighbours, not all of which are shown? */
function isListOfLinks(list: HtmlElement, byId: Map<string, HtmlElement>): boolean {
  if (list.name !== 'ul') return false;
  const links = childElements(list).flatMap(childElements).filter(isLink);
  const targets = links.map((link) => byId.get(controlledId(link) ?? ''));
  return targets.length > 1 && new Set(targets.map((one) => one?.parent)).size === 1 && targets.some(isHiddenTarget);
}

const isHiddenTarget = (target: HtmlElement | undefined) => target !== undefined && isHiddenAtFirst(target);
const isLink = ({ name }: HtmlElement) => name === 'a';

/** By their role, else what shows something, else the links. */
function tabsOf(list: HtmlElement): HtmlElement[] {
  const kinds = [({ attribs }: HtmlElement) => attribs.role === 'tab', isToggle, isLink];
  return kinds.map((isTab) => findElements(list, isTab)).find((tabs) => tabs.length > 0) ?? [];
}

/** How many lists and panels after a list are looked at: those inside its panels count as well. */
const MAX_AHEAD = 100;

/** The next panels after a list, without those inside of them, up to the next list. */
function panelsAfter(inOrder: HtmlElement[], lists: Set<HtmlElement>, index: number, count: number): HtmlElement[] {
  const found: HtmlElement[] = [];
  for (const element of inOrder.slice(index + 1, index + 1 + MAX_AHEAD)) {
    const last = found.at(-1);
    if (last && isWithin(element, last)) continue;
    if (lists.has(element) || found.length === count) break;
    found.push(element);
  }
  return found;
}

function addPairs(pairs: Pair[], { labels, controls }: Panels): void {
  for (const [control, panel] of pairs) {
    if (labels.has(panel)) continue;
    const label = labelOf(control);
    labels.set(panel, label ?? '');
    if (label !== null) controls.add(control);
  }
}

/** Tabs that only styles switch, by radio buttons. */
const pairsOfRadios = (elements: HtmlElement[]): Pair[][] => groupsOfRadios(elements).map(pairsOf);

const isRadio = ({ name, attribs }: HtmlElement) => name === 'input' && attribs.type === 'radio';
const isLabel = ({ name }: HtmlElement) => name === 'label';

/** The elements around two or more radio buttons. Those of a form are answers to be given. */
function groupsOfRadios(elements: HtmlElement[]): HtmlElement[] {
  const counts = new Map<HtmlElement, number>();
  for (const { parent } of elements.filter(isRadio)) {
    if (parent && 'attribs' in parent) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  return [...counts].flatMap(([group, count]) => (count >= 2 && !isApart(group) ? [group] : []));
}

/** Each label is followed by its panel, or all labels by as many panels, or by an element with as many children. */
function pairsOf(group: HtmlElement): Pair[] {
  const children = childElements(group);
  const labels = children.filter(isLabel);
  const after = children.flatMap((label, index): Pair[] => {
    const next = children[index + 1];
    return isLabel(label) && next && !isLabel(next) && !isRadio(next) ? [[label, next]] : [];
  });
  if (after.length === labels.length && after.length > 0) return after;
  const rest = children.slice(children.findLastIndex(isLabel) + 1);
  if (labels.length >= 2 && rest.length === labels.length) return pairUp(labels, rest);
  const list = labels.length > 0 ? group : children.find((child) => childElements(child).some(isLabel));
  const siblings = list?.parent && 'attribs' in list.parent ? childElements(list.parent) : [];
  const holder = list ? siblings[siblings.indexOf(list) + 1] : undefined;
  const listed = list ? childElements(list).filter(isLabel) : [];
  const held = holder ? childElements(holder) : [];
  if (listed.length < 2 || held.length !== listed.length) return [];
  return pairUp(listed, held);
}
