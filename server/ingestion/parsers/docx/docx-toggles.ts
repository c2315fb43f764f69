import { toggleOf, valOf, type WordStyles } from './docx-styles.ts';
import { childElement, toElement, type XmlElementNode } from './docx-tree.ts';

/** Tells whether a run has a property that can be on or off: by itself, else by its style, else by that of its paragraph. */
export function togglesOf(
  run: XmlElementNode,
  styles: WordStyles,
  paragraphStyle: string | undefined,
): (property: string) => boolean {
  const node = childElement(run, 'rPr');
  const properties = node && toElement(node);
  const styleId = valOf(properties?.children.find(({ name }) => name === 'rStyle'));
  return (property) =>
    toggleOf(properties, property) ??
    styles.toggle(styleId, property) ??
    styles.toggle(paragraphStyle, property) ??
    false;
}
