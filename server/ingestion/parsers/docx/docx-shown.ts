import { countVisible } from '../../../platform/text/count-visible.ts';
import { childNodes, isXmlElement, localName, type XmlNode } from './docx-tree.ts';

/** Holds once more, for older programs, what is beside it. */
const COPY = 'Fallback';

/** Counts the visible characters of a part, in whatever they stand. */
export function shownLetters(part: XmlNode): number {
  let letters = 0;
  const open = [part];
  for (let node = open.pop(); node; node = open.pop()) {
    const name = isXmlElement(node) ? localName(node) : '';
    if (name === COPY) continue;
    if (name === 't') for (const child of childNodes(node)) letters += 'data' in child ? countVisible(child.data) : 0;
    open.push(...childNodes(node));
  }
  return letters;
}
