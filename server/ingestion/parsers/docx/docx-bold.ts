import { valOf, type WordStyles } from './docx-styles.ts';
import { togglesOf } from './docx-toggles.ts';
import { childElement, elementsNamed, lineOf, toElement, type XmlElementNode } from './docx-tree.ts';

/** Is all text of a paragraph in bold letters, by itself or by a style? */
export function isBoldParagraph(paragraph: XmlElementNode, styles: WordStyles): boolean {
  const style = styleIdOf(paragraph, 'pPr', 'pStyle');
  const runs = elementsNamed(paragraph, 'r').filter((run) => lineOf(run).trim() !== '');
  return runs.length > 0 && runs.every((run) => togglesOf(run, styles, style)('b'));
}

/** The style that the properties of a node name. */
export function styleIdOf(node: XmlElementNode, properties: string, name: string): string | undefined {
  const found = childElement(node, properties);
  return found && valOf(toElement(found).children.find((child) => child.name === name));
}
