import { DomUtils, parseDocument } from 'htmlparser2';
import type { XmlElement } from '../archive/xml.ts';

/** The nodes of a part of a Word file, with the prefixes of their names, so that it can be written again. */
export type XmlDocument = ReturnType<typeof parseDocument>;
export type XmlNode = XmlDocument['childNodes'][number];
export type XmlElementNode = Extract<XmlNode, { attribs: unknown }>;

/** Reads a part. Only the children of a node are kept true when it is changed, not its neighbours. */
export const parsePart = (content: Buffer): XmlDocument => parseDocument(content.toString('utf8'), { xmlMode: true });

export const writePart = (document: XmlDocument): Buffer =>
  Buffer.from(DomUtils.getOuterHTML(document, { xmlMode: true }));

export const isXmlElement = (node: XmlNode): node is XmlElementNode => 'attribs' in node;

/** The name of an element without its prefix. */
export const localName = ({ name }: XmlElementNode) => name.slice(name.indexOf(':') + 1);

export const childNodes = (node: XmlNode): XmlNode[] => ('childNodes' in node ? (node.childNodes as XmlNode[]) : []);

/** The first child element of this name. */
export const childElement = (node: XmlNode, name: string): XmlElementNode | undefined =>
  childNodes(node).find((child): child is XmlElementNode => isXmlElement(child) && localName(child) === name);

/** A small element in the form in which the other readers of Office files take it. */
export function toElement(node: XmlElementNode): XmlElement {
  const children = childNodes(node).filter(isXmlElement).map(toElement);
  return { name: localName(node), attributes: node.attribs, children, text: '' };
}

export const textOf = (node: XmlNode): string => DomUtils.textContent(node);

/** The text of each paragraph, without instructions for fields. */
export const paragraphTexts = (part: XmlDocument): string[] =>
  elementsNamed(part, 'p').map((paragraph) => elementsNamed(paragraph, 't').map(textOf).join(''));

/** All elements of this name in a node. */
export const elementsNamed = (root: XmlNode, name: string): XmlElementNode[] =>
  DomUtils.find(
    (node): node is XmlElementNode => isXmlElement(node) && localName(node) === name,
    [root],
    true,
    Number.POSITIVE_INFINITY,
  ) as XmlElementNode[];

/** The text of a paragraph as it is shown, with tabs and line breaks, without what was deleted. */
export function lineOf(node: XmlNode): string {
  if (!isXmlElement(node)) return '';
  const name = localName(node);
  if (name === 't') return textOf(node);
  if (name === 'tab') return '\t';
  if (name === 'br' || name === 'cr') return '\n';
  return GONE.has(name) ? '' : childNodes(node).map(lineOf).join('');
}

/** Properties, and what was deleted or moved away. */
const GONE = new Set(['pPr', 'rPr', 'del', 'moveFrom', 'Fallback']);

/** A run of plain text. */
export function textRun(text: string): XmlNode {
  const [run] = parsePart(Buffer.from('<w:r><w:t xml:space="preserve">?</w:t></w:r>')).childNodes;
  const [content] = run ? childNodes(childElement(run, 't') ?? run) : [];
  if (!run || !content || !('data' in content)) throw new Error('A run has a text.');
  content.data = text;
  return run;
}

/** The properties of a paragraph. */
export function propertiesOf(properties: XmlNode[]): XmlNode {
  const [element] = parsePart(Buffer.from('<w:pPr/>')).childNodes;
  if (!element || !isXmlElement(element)) throw new Error('Properties are an element.');
  element.childNodes = properties;
  return element;
}

/** A property of a paragraph, such as its style. */
export function propertyElement(name: string, value: string): XmlNode {
  const [property] = parsePart(Buffer.from(`<w:${name} w:val=""/>`)).childNodes;
  if (!property || !isXmlElement(property)) throw new Error('A property is an element.');
  property.attribs['w:val'] = value;
  return property;
}
