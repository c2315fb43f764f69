import { childElements } from '../html-elements.ts';
import type { HtmlElement } from '../html-tree.ts';
import { type Pair, pairUp } from './controls.ts';
import { isApart } from './is-apart.ts';

/** Tabs that only styles switch, by radio buttons. */
export const pairsOfRadios = (elements: HtmlElement[]): Pair[][] => groupsOfRadios(elements).map(pairsOf);

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

/** Each label is followed by its panel, or all labels by an element with as many children. */
function pairsOf(group: HtmlElement): Pair[] {
  const children = childElements(group);
  const labels = children.filter(isLabel);
  const after = children.flatMap((label, index): Pair[] => {
    const next = children[index + 1];
    return isLabel(label) && next && !isLabel(next) && !isRadio(next) ? [[label, next]] : [];
  });
  if (after.length === labels.length && after.length > 0) return after;
  const list = labels.length > 0 ? group : children.find((child) => childElements(child).some(isLabel));
  const siblings = list?.parent && 'attribs' in list.parent ? childElements(list.parent) : [];
  const holder = list ? siblings[siblings.indexOf(list) + 1] : undefined;
  const listed = list ? childElements(list).filter(isLabel) : [];
  const held = holder ? childElements(holder) : [];
  if (listed.length < 2 || held.length !== listed.length) return [];
  return pairUp(listed, held);
}
