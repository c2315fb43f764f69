import { childNamed, elementsNamed, type XmlElement } from '../archive/xml.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { paragraphsOf } from './slide-text.ts';

/** Points that hold nothing but how others are drawn and joined. */
const DRAWN = /^(?:pres|parTrans|sibTrans)$/;
const MAX_DEPTH = 9;

/** Adds the words of a diagram (SmartArt) as a list: each point with those below it. The file has them in the order of writing. */
export function addDiagram(builder: TextBuilder, root: XmlElement): void {
  const points = elementsNamed(root, 'pt').filter(({ attributes }) => !DRAWN.test(attributes.type ?? ''));
  const below = childrenOf(root);
  const children = new Set([...below.values()].flat());
  const byId = new Map(points.map((point) => [point.attributes.modelId ?? '', point]));
  const added = new Set<XmlElement>();
  const add = (point: XmlElement, depth: number) => {
    if (added.has(point)) return;
    added.add(point);
    const text = paragraphsOf(childNamed(point, 't'))
      .map((paragraph) => paragraph.text)
      .join(' ');
    if (text) builder.add('list-item', `- ${text}`, { depth });
    const inner = text ? Math.min(depth + 1, MAX_DEPTH) : depth;
    for (const id of below.get(point.attributes.modelId ?? '') ?? []) {
      const child = byId.get(id);
      if (child) add(child, inner);
    }
  };
  for (const point of points) if (!children.has(point.attributes.modelId ?? '')) add(point, 1);
  // Of a file whose points are each below another.
  for (const point of points) add(point, 1);
}

/** The ids of the points below each point, in their order. */
function childrenOf(root: XmlElement): Map<string, string[]> {
  const connections = elementsNamed(root, 'cxn')
    .filter(({ attributes: { type = 'parOf' } }) => type === 'parOf')
    .sort((one, other) => Number(one.attributes.srcOrd ?? 0) - Number(other.attributes.srcOrd ?? 0));
  const children = new Map<string, string[]>();
  for (const { attributes } of connections) {
    const { srcId = '', destId = '' } = attributes;
    children.set(srcId, [...(children.get(srcId) ?? []), destId]);
  }
  return children;
}
