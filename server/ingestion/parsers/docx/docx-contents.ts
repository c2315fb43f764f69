import { isContentsLabel } from '../text/contents-label.ts';
import { styleIdOf } from './docx-bold.ts';
import { valOf, type WordStyles } from './docx-styles.ts';
import { childElement, elementsNamed, isXmlElement, lineOf, localName, toElement, type XmlNode } from './docx-tree.ts';

const BLOCKS = new Set(['p', 'tbl', 'sdt']);

/**
 * Leaves tables of contents out: what they say, the headings say again. Word's are told by the styles of their lines, and other
 * programs' by the control that they are in. The line above that names them goes with them.
 */
export function withoutContents(nodes: XmlNode[], styles: WordStyles): { kept: XmlNode[]; left: string[] } {
  const gone = new Set<XmlNode>();
  let label: XmlNode | null = null;
  for (const node of nodes) {
    if (isContents(node, styles)) {
      if (label) gone.add(label);
      gone.add(node);
      label = null;
    } else if (isXmlElement(node) && BLOCKS.has(localName(node))) {
      const line = localName(node) === 'p' ? lineOf(node).trim() : null;
      if (line !== '') label = line !== null && isContentsLabel(line) ? node : null;
    }
  }
  const left = [...gone].flatMap((node) => linesOf(node)).filter((line) => line !== '');
  return { kept: gone.size > 0 ? nodes.filter((node) => !gone.has(node)) : nodes, left };
}

function isContents(node: XmlNode, styles: WordStyles): boolean {
  if (!isXmlElement(node)) return false;
  if (localName(node) === 'p') {
    return styles.isContents(styleIdOf(node, 'pPr', 'pStyle'));
  }
  const control = localName(node) === 'sdt' ? childElement(node, 'sdtPr') : undefined;
  return (
    control !== undefined &&
    elementsNamed(control, 'docPartGallery').some((one) => /^table of contents$/i.test(valOf(toElement(one)) ?? ''))
  );
}

const linesOf = (node: XmlNode) => {
  const paragraphs = elementsNamed(node, 'p');
  return (paragraphs.length > 0 ? paragraphs : [node]).map((one) => lineOf(one).trim());
};
