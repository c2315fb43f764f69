import type { OfficePart } from '../archive/office-parts.ts';
import { childNamed, descend, elementsNamed, type XmlElement } from '../archive/xml.ts';

/** What a slide takes from its layout, and that from its master. */
export interface SlideLayout {
  /** The placeholders that a shape takes its settings from, the nearest first. */
  placeholdersFor(shape: XmlElement): XmlElement[];
  /** Whether paragraphs of this level (from 0) have a bullet in a shape, where they do not say so themselves. */
  hasBullets(shape: XmlElement, level: number): boolean;
}

/** The role of a shape in the slide's layout; empty for a shape of its own. */
export function placeholderOf(shape: XmlElement): string {
  const placeholder = descend(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder ? (placeholder.attributes.type ?? 'obj') : '';
}

/** `parts`: the slide's layout, and the master of that. */
export function readLayout(parts: readonly OfficePart[]): SlideLayout {
  const shapes = parts.map(({ root }) => elementsNamed(root, 'sp').filter((shape) => placeholderOf(shape)));
  const bodyStyles = parts.flatMap(({ root }) => descend(root, 'txStyles', 'bodyStyle') ?? []);
  const placeholdersFor = (shape: XmlElement) => {
    const found: XmlElement[] = [];
    for (const layer of shapes) {
      const like = placeholderLike(found.at(-1) ?? shape, layer);
      if (like) found.push(like);
    }
    return found;
  };
  return {
    placeholdersFor,
    hasBullets: (shape, level) => {
      const role = placeholderOf(shape);
      if (role !== 'obj' && role !== 'body') return false;
      const lists = [shape, ...placeholdersFor(shape)].flatMap((one) => descend(one, 'txBody', 'lstStyle') ?? []);
      for (const style of [...lists, ...bodyStyles]) {
        const bullet = childNamed(style, `lvl${level + 1}pPr`)?.children.find(({ name }) => BULLET.test(name));
        if (bullet) return bullet.name !== 'buNone';
      }
      return true;
    },
  };
}

const BULLET = /^bu(?:None|Char|AutoNum|Blip)$/;

/** That of the same index in the layout, else of the same role: a master does not have the indexes of its layouts. */
function placeholderLike(shape: XmlElement, placeholders: XmlElement[]): XmlElement | undefined {
  if (!placeholderOf(shape)) return undefined;
  const index = indexOf(shape);
  return (
    placeholders.find((one) => index !== undefined && indexOf(one) === index) ??
    placeholders.find((one) => roleOf(one) === roleOf(shape))
  );
}

const indexOf = (shape: XmlElement) => descend(shape, 'nvSpPr', 'nvPr', 'ph')?.attributes.idx;

/** The role that a master knows. */
const roleOf = (shape: XmlElement) =>
  placeholderOf(shape)
    .replace(/^(?:obj|subTitle)$/, 'body')
    .replace('ctrTitle', 'title');
