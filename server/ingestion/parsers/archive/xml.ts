import { Parser } from 'htmlparser2';
import { sourceFailures } from '../../failures.ts';
import { decodeText } from '../text/decode-text.ts';

/** Elements nested deeper end the reading: nothing that an Office program writes comes near. */
const MAX_DEPTH = 256;
/** The most elements of one part. A sheet with a million cells has two or three million. */
const MAX_ELEMENTS = 5_000_000;
/** The most elements that are kept as a tree. */
const MAX_NODES = 300_000;

/** What is told of an XML document, in its order. Names come without their namespace's prefix. */
export interface XmlHandler {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/**
 * Reads XML that is not trusted. There is no DOCTYPE in what Office programs write, so one is refused, and with it every entity
 * that is not one of the five of XML: nothing outside of the part is read, and nothing grows. Throws
 * `document_too_complex`, and another error where it is no XML.
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler): void {
  let depth = 0;
  let elements = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        elements += 1;
        if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) throw sourceFailures.tooComplex();
        handler.open(localName(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        handler.close(localName(name));
      },
      ontext: handler.text,
      onprocessinginstruction(name) {
        if (/^!doctype/i.test(name)) throw new Error('There is a DOCTYPE.');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(decodeText(bytes));
  if (elements === 0) throw new Error('There is no element.');
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** An element with everything in it. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Of this element alone. */
  text: string;
}

/** Reads a part that is small into a tree. Limits as of `readXml`, and fewer elements. */
export function parseXml(bytes: Uint8Array): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let nodes = 0;
  readXml(bytes, {
    open(name, attributes) {
      nodes += 1;
      if (nodes > MAX_NODES) throw sourceFailures.tooComplex();
      const element: XmlElement = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    close: () => void open.pop(),
    text(text) {
      const element = open.at(-1);
      if (element) element.text += text;
    },
  });
  return root.children[0] ?? root;
}

/** The first child of this name. */
export const childNamed = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name === name);

/** The first element below that is reached by these names, one a level. */
export const descend = (element: XmlElement | undefined, ...names: string[]): XmlElement | undefined =>
  names.reduce<XmlElement | undefined>((at, name) => at && childNamed(at, name), element);

/** All elements below of this name, in document order. */
export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsNamed(child, name)]);
}

/** An attribute by its name without prefix. */
export function attributeNamed({ attributes }: XmlElement, name: string): string | undefined {
  return attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];
}
