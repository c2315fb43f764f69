import { crc32, deflateRawSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A PDF as bytes; `draw` gets a document without a page yet. */
export function makePdf(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ autoFirstPage: false, margin: 50, ...options });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    pdf.on('error', reject);
    draw(pdf);
    pdf.end();
  });
}

export interface ZipEntry {
  name: string;
  content: string | Buffer;
  /** What the archive claims the inflated size to be; default: the truth. */
  claimedSize?: number;
  /** What it claims the compressed size to be; default: the truth. */
  claimedCompressedSize?: number;
  encrypted?: boolean;
  /** The sizes stand after the data, and these are what is written there; the directory tells the truth. */
  descriptorSize?: number;
  /** The directory leads to the data of the entry before, which holds the same. */
  overlapping?: boolean;
  /** As Unix has it. */
  mode?: number;
}

/** A zip written by hand, so that it can lie. */
export function makeZip(entries: ZipEntry[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let placed = 0;
  let raw: Buffer = Buffer.alloc(0);
  let data = raw;
  let checksum = 0;
  for (const entry of entries) {
    const { name, content, encrypted = false, descriptorSize, overlapping = false, mode = 0 } = entry;
    if (!overlapping) {
      raw = Buffer.from(content);
      data = deflateRawSync(raw);
      checksum = crc32(raw);
    }
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    const isUtf8 = /[^ -~]/.test(name);
    fields.writeUInt16LE((encrypted ? 1 : 0) | (descriptorSize === undefined ? 0 : 8) | (isUtf8 ? 0x800 : 0), 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(entry.claimedCompressedSize ?? data.length, 14);
    fields.writeUInt32LE(entry.claimedSize ?? raw.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const inFront = Buffer.from(fields);
    if (descriptorSize !== undefined) inFront.fill(0, 10, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), inFront, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(overlapping ? placed : offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), fields, rest, Buffer.from(name)]));
    if (overlapping) continue;
    placed = offset;
    const descriptor = descriptorSize === undefined ? Buffer.alloc(0) : descriptorOf(descriptorSize);
    files.push(local, descriptor);
    offset += local.length + descriptor.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...files, central, end]));
}

function descriptorOf(size: number): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.write('PK\x07\x08', 0, 'latin1');
  descriptor.writeUInt32LE(size, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

/** Names the part `word/document.xml` as the one with the text. */
export const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
/** The relations of a whole file, with the part that holds its text. */
export const relationsTo = (target: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`;

/** The smallest Word file around a body; `prologue` stands before the root element. */
export function makeDocx(body: string, extra: ZipEntry[] = [], prologue = ''): Uint8Array {
  const document = `<?xml version="1.0"?>${prologue}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`;
  return makeZip([
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: '_rels/.rels', content: relationsTo('word/document.xml') },
    { name: 'word/document.xml', content: document },
    ...extra,
  ]);
}

/** A plain paragraph of a Word file. */
export const wordParagraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** UTF-8. */
export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A page with a usual font, G, and one that does not tell which characters it has, F. */
export function makePdfOfOddFont(content: string, name = 'Odd'): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 7 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+${name}/Encoding/Identity-H/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return bytesOf(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n`);
}
