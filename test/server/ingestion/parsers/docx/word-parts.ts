import { parseDocx } from '../../../../../server/ingestion/parsers/docx/parse-docx.ts';
import type { ParsedDocument } from '../../../../../server/ingestion/types.ts';
import { makeDocx } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

export const paragraph = (text: string, properties = '', run = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
export const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const item = (text: string, level: number, list = 1) =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
export const styled = (text: string, style: string) => paragraph(text, `<w:pStyle w:val="${style}"/>`);

export const style = (id: string, name: string, { basedOn = '', p = '', r = '', type = 'paragraph' } = {}) =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn && `<w:basedOn w:val="${basedOn}"/>`}<w:pPr>${p}</w:pPr><w:rPr>${r}</w:rPr></w:style>`;
export const level = (at: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}</w:lvl>`;
export const list = (id: number, definition: number, more = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${more}</w:num>`;
export const definition = (id: number, ...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;

interface WordParts {
  styles?: string;
  numbering?: string;
  /** The title among the properties of the file. */
  title?: string;
}

/** The document that is made of these parts. */
export async function documentOf(
  body: string[],
  { styles = '', numbering = '', title = '' }: WordParts = {},
): Promise<ParsedDocument> {
  const document = await parseDocx(
    makeDocx(body.join(''), [
      { name: 'word/styles.xml', content: `<w:styles ${W}>${styles}</w:styles>` },
      { name: 'word/numbering.xml', content: `<w:numbering ${W}>${numbering}</w:numbering>` },
      { name: 'docProps/core.xml', content: `<cp:coreProperties><dc:title>${title}</dc:title></cp:coreProperties>` },
    ]),
  );
  expectSound(document);
  return document;
}

/** Its blocks, as `kind: text`; after the kind, the level of a heading. */
export async function blocksOf(body: string[], parts: WordParts = {}): Promise<string[]> {
  const { blocks, text } = await documentOf(body, parts);
  return blocks.map(({ kind, level, start, end }) => `${kind}${level ?? ''}: ${text.slice(start, end)}`);
}

/** Its blocks, as `kind: text`; after the kind, the depth of an item. */
export async function itemsOf(body: string[], parts: WordParts = {}): Promise<string[]> {
  const { blocks, text } = await documentOf(body, parts);
  return blocks.map(({ kind, depth, start, end }) => `${kind}${depth ?? ''}: ${text.slice(start, end)}`);
}
