import { findElements, type HtmlElement, type HtmlNode, isElement, isText, setChildren } from '../tree/html-tree.ts';

/** The most that are put in place; each takes time that grows with what is around it. */
const MAX_ROOTS = 1_000;

/** Puts declarative shadow roots in the place of what their hosts hold, with that in their slots, as a browser shows it. */
export function flattenShadowRoots(templates: HtmlElement[]): void {
  for (const template of templates.filter(isShadowRoot).slice(0, MAX_ROOTS)) {
    const host = template.parent;
    if (!host || !('attribs' in host)) continue;
    const slotted = Map.groupBy(
      host.childNodes.filter((node) => node !== template && !isBlank(node)),
      slotOf,
    );
    const slots = findElements(template, ({ name }) => name === 'slot');
    for (const parent of new Set(slots.map((slot) => slot.parent))) {
      if (parent)
        setChildren(
          parent,
          parent.childNodes.flatMap((node) => filled(node, slotted)),
        );
    }
    setChildren(host, template.childNodes);
  }
}

const isShadowRoot = ({ attribs }: HtmlElement) => 'shadowrootmode' in attribs;

/** What the host holds for this slot, which only the first of a name gets; else the node itself. */
function filled(node: HtmlNode, slotted: Map<string, HtmlNode[]>): HtmlNode[] {
  if (!isElement(node) || node.name !== 'slot') return [node];
  const name = node.attribs.name ?? '';
  const own = slotted.get(name);
  slotted.delete(name);
  return own ?? [node];
}

const slotOf = (node: HtmlNode) => (isElement(node) ? (node.attribs.slot ?? '') : '');

const isBlank = (node: HtmlNode) => isText(node) && node.data.trim() === '';
