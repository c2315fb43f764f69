import { makeZip, type ZipEntry } from '../../server/ingestion/make-files.ts';

const TYPES = 'application/vnd.openxmlformats-officedocument';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math';

interface Part {
  name: string;
  type: string;
  content: string;
}

const relations = (...targets: [type: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A package as Word and Excel write it, so that other programs open it as well: each part has its type. */
function packageOf(main: Part, others: (Part & { relation: string })[]): Uint8Array {
  const [folder = '', file = ''] = main.name.split('/');
  const overrides = [main, ...others].map(
    ({ name, type }) => `<Override PartName="/${name}" ContentType="${TYPES}.${type}+xml"/>`,
  );
  const entries: ZipEntry[] = [
    {
      name: '[Content_Types].xml',
      content: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    },
    { name: '_rels/.rels', content: relations(['officeDocument', main.name]) },
    {
      name: `${folder}/_rels/${file}.rels`,
      content: relations(
        ...others.map(({ name, relation }): [string, string] => [relation, name.replace(`${folder}/`, '')]),
      ),
    },
    ...[main, ...others].map(({ name, content }) => ({ name, content: `<?xml version="1.0"?>${content}` })),
  ];
  return makeZip(entries);
}

export const wordRun = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const wordParagraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${wordRun(text)}</w:p>`;
export const inStyle = (style: string) => `<w:pStyle w:val="${style}"/>`;
export const inList = (level: number) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;

/** A Word file of a body, with styles, levels of the one list, and footnotes. */
export function wordFile(body: string, { styles = '', levels = '', footnotes = '' } = {}): Uint8Array {
  const part = (name: string, content: string) => ({
    name: `word/${name}.xml`,
    type: `wordprocessingml.${name === 'document' ? 'document.main' : name}`,
    relation: name,
    content,
  });
  const list = `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
  return packageOf(
    part(
      'document',
      `<w:document xmlns:w="${WORD}" xmlns:r="${RELATIONS}" xmlns:m="${MATH}"><w:body>${body}</w:body></w:document>`,
    ),
    [
      part('styles', `<w:styles xmlns:w="${WORD}">${styles}</w:styles>`),
      part('numbering', `<w:numbering xmlns:w="${WORD}">${levels && list}</w:numbering>`),
      part('footnotes', `<w:footnotes xmlns:w="${WORD}">${footnotes}</w:footnotes>`),
    ],
  );
}

export const worksheetRow = (at: number, cells: string[]) =>
  `<row r="${at}">${cells
    .map((cell, column) => `<c r="${'ABCDEF'[column]}${at}" t="inlineStr"><is><t>${cell}</t></is></c>`)
    .join('')}</row>`;

/** A workbook whose style 1 is struck out, and style 2 that of dates. */
export function workbook(sheets: { name: string; rows: string[]; more?: string }[]): Uint8Array {
  const named = sheets.map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  const cellXf = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>';
  return packageOf(
    {
      name: 'xl/workbook.xml',
      type: 'spreadsheetml.sheet.main',
      content: `<workbook xmlns="${SHEET}" xmlns:r="${RELATIONS}"><sheets>${named.join('')}</sheets></workbook>`,
    },
    [
      ...sheets.map(({ rows, more = '' }, at) => ({
        name: `xl/worksheets/sheet${at + 1}.xml`,
        type: 'spreadsheetml.worksheet',
        relation: 'worksheet',
        content: `<worksheet xmlns="${SHEET}"><sheetData>${rows.join('')}</sheetData>${more}</worksheet>`,
      })),
      {
        name: 'xl/styles.xml',
        type: 'spreadsheetml.styles',
        relation: 'styles',
        content: `<styleSheet xmlns="${SHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts><fonts count="2"><font/><font><strike/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1">${cellXf}</cellStyleXfs><cellXfs count="3">${cellXf}${cellXf.replace('fontId="0"', 'fontId="1" applyFont="1"')}${cellXf.replace('numFmtId="0"', 'numFmtId="164" applyNumberFormat="1"')}</cellXfs></styleSheet>`,
      },
    ],
  );
}
