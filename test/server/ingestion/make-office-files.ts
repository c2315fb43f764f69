import { makeZip, relationsTo, type ZipEntry } from './make-files.ts';

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The relations of a part: ids, types and targets. */
export const relationsOf = (...relations: [id: string, type: string, target: string][]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATION}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export interface Sheet {
  name: string;
  /** The inside of `worksheet`. */
  content: string;
  state?: string;
}

/** A workbook of sheets whose XML is given, with shared strings, and styles whose numbers have these formats, or these fonts. */
export function makeXlsx(
  sheets: Sheet[],
  {
    strings = [],
    formats = [],
    fonts = [],
    settings = '',
  }: { strings?: string[]; formats?: string[]; fonts?: string[]; settings?: string } = {},
  extra: ZipEntry[] = [],
): Uint8Array {
  const named = sheets.map(({ name, state }, at) => {
    return `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${state ? ` state="${state}"` : ''}/>`;
  });
  const numbered = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`);
  return makeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relationsTo('xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${RELATION}">${settings}<sheets>${named.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsOf(
        ...sheets.map((_, at): [string, string, string] => [
          `rId${at + 1}`,
          'worksheet',
          `worksheets/sheet${at + 1}.xml`,
        ]),
        ['strings', 'sharedStrings', '/xl/sharedStrings.xml'],
        ['styles', 'styles', 'styles.xml'],
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings.map((inner) => `<si>${inner}</si>`).join('')}</sst>` },
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${numbered.join('')}</numFmts><fonts>${fonts.map((inner) => `<font>${inner}</font>`).join('')}</fonts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}${fonts
        .map((_, at) => `<xf numFmtId="0" fontId="${at}"/>`)
        .slice(1)
        .join('')}</cellXfs></styleSheet>`,
    },
    ...sheets.map(({ content }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `<?xml version="1.0"?><worksheet>${content}</worksheet>`,
    })),
    ...extra,
  ]);
}

/** Rows of cells with text in them. */
export const textRows = (...rows: string[][]) =>
  `<sheetData>${rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
    )
    .join('')}</sheetData>`;

/** A presentation of slides: the inside of each one's `spTree`, and what else it refers to. */
export function makePptx(
  slides: { shapes: string; hidden?: boolean; relations?: [id: string, type: string, target: string][] }[],
  extra: ZipEntry[] = [],
): Uint8Array {
  return makeZip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: relationsTo('ppt/presentation.xml') },
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation xmlns:r="${RELATION}"><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationsOf(
        ...slides.map((_, at): [string, string, string] => [`rId${at + 1}`, 'slide', `slides/slide${at + 1}.xml`]),
      ),
    },
    ...slides.flatMap(({ shapes, hidden = false, relations = [] }, at) => [
      {
        name: `ppt/slides/slide${at + 1}.xml`,
        content: `<?xml version="1.0"?><p:sld${hidden ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
      },
      { name: `ppt/slides/_rels/slide${at + 1}.xml.rels`, content: relationsOf(...relations) },
    ]),
    ...extra,
  ]);
}

/** A shape with paragraphs; `role` is that of a placeholder, without one it is a text box. */
export const shapeOf = (role: string | null, ...paragraphs: string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${role === null ? '' : `<p:ph type="${role}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs
    .map((text) => (text.startsWith('<') ? text : `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`))
    .join('')}</p:txBody></p:sp>`;

/** A book of chapters, whose XHTML bodies are given; `extra` parts may take the place of others. */
export function makeEpub(chapters: string[], extra: ZipEntry[] = [], contents = ''): Uint8Array {
  const items = chapters.map(
    (_, at) => `<item id="c${at}" href="text/c%20${at}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const parts: ZipEntry[] = [
    { name: 'mimetype', content: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      content: '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OPS/book.opf',
      content: `<?xml version="1.0"?><package xmlns:dc="d"><metadata><dc:title>The Lantern</dc:title><dc:language>en-GB</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/><item id="toc" href="toc.ncx"/>${items.join('')}</manifest><spine toc="toc"><itemref idref="nav"/>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    },
    { name: 'OPS/nav.xhtml', content: '<html><body><nav>Contents</nav></body></html>' },
    { name: 'OPS/toc.ncx', content: contents },
    ...chapters.map((body, at) => ({
      name: `OPS/text/c ${at}.xhtml`,
      content: `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body>${body}</body></html>`,
    })),
  ];
  const replaced = new Set(extra.map(({ name }) => name));
  return makeZip([...parts.filter(({ name }) => !replaced.has(name)), ...extra]);
}
