import type { ParsedDocument } from '../../types.ts';
import { numberFormatsOf } from '../archive/number-formats.ts';
import { type OfficePart, type Relationship, readMainPart } from '../archive/office-parts.ts';
import { attributeNamed, childNamed, parseXml, readXml, type XmlElement } from '../archive/xml.ts';
import { openZip, type ZipDocument } from '../archive/zip-archive.ts';
import { addSheet } from '../table/add-sheet.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { readSheet, type Workbook } from './read-sheet.ts';
import { createStringReader, isOn, type SheetText } from './string-reader.ts';

/** A sheet's name as programs give it, which says nothing of what is in it. */
const NAMED_BY_PROGRAM =
  /^(?:Sheet|Tabelle|Feuil|Hoja|Foglio|Planilha|Blad|Ark|Arkusz|Munka|List|Лист|シート|工作表)\s?\d{1,3}$/iu;

/** Parses an Excel workbook: each sheet under its name, its tables as rows with their header. What is hidden is not read. */
export async function parseXlsx(bytes: Uint8Array): Promise<ParsedDocument> {
  const zip = await openZip(bytes);
  const main = await readMainPart(zip);
  const workbook = await readWorkbook(zip, main);
  const builder = createTextBuilder();
  const sheets = visibleSheets(main);
  for (const { name, part } of sheets) {
    const sheet = await zip.read(part.target);
    const struck: string[] = [];
    const rows = sheet ? readSheet(sheet, workbook, (text) => struck.push(text)) : [];
    builder.leaveOut('struck', struck);
    if (rows.length === 0) continue;
    if (sheets.length > 1 || !NAMED_BY_PROGRAM.test(name)) builder.add('heading', name, { level: 1 });
    addSheet(builder, rows);
  }
  return builder.finish({});
}

function visibleSheets({ root, relationships }: OfficePart): { name: string; part: Relationship }[] {
  const sheets = childNamed(root, 'sheets')?.children ?? [];
  return sheets.flatMap((sheet) => {
    const { name = '', state = 'visible' } = sheet.attributes;
    const part = relationships.find(({ id }) => id === attributeNamed(sheet, 'id'));
    // A sheet of charts holds no cells.
    return part?.type === 'worksheet' && state === 'visible' ? [{ name, part }] : [];
  });
}

async function readWorkbook(zip: ZipDocument, { root: main, relationships }: OfficePart): Promise<Workbook> {
  const read = async (type: string) => {
    const part = relationships.find((one) => one.type === type);
    return part ? zip.read(part.target) : null;
  };
  const [strings, styles] = [await read('sharedStrings'), await read('styles')];
  const root = styles ? stylesOf(styles) : undefined;
  const countsFrom1904 = /^(?:1|true)$/.test(childNamed(main, 'workbookPr')?.attributes.date1904 ?? '');
  return {
    strings: strings ? readStrings(strings) : [],
    formats: numberFormatsOf(root, countsFrom1904),
    struckStyles: struckStylesOf(root),
  };
}

/** Programs write tens of thousands of styles into some workbooks. Only the formats of numbers and the fonts are kept. */
function stylesOf(bytes: Uint8Array): XmlElement {
  const { attributes, children } = parseXml(bytes);
  const kept = children.filter(({ name }) => /^(?:numFmts|fonts|cellXfs)$/.test(name));
  return { name: 'styleSheet', attributes, children: kept, text: '' };
}

/** The numbers of the styles whose font is struck out. */
function struckStylesOf(styles: XmlElement | undefined): Set<number> {
  const childrenOf = (name: string) => (styles && childNamed(styles, name)?.children) ?? [];
  const isStruck = childrenOf('fonts').map((font) => {
    const strike = childNamed(font, 'strike');
    return strike !== undefined && isOn(strike.attributes.val);
  });
  const numbers = childrenOf('cellXfs').map(({ attributes }, at) =>
    isStruck[Number(attributes.fontId ?? 0)] ? at : -1,
  );
  return new Set(numbers.filter((at) => at >= 0));
}

/** The strings that cells refer to by number. */
function readStrings(bytes: Uint8Array): SheetText[] {
  const strings: SheetText[] = [];
  const reader = createStringReader();
  readXml(bytes, {
    open: reader.open,
    text: reader.text,
    close(name) {
      reader.close(name);
      if (name === 'si') strings.push(reader.finish());
    },
  });
  return strings;
}
