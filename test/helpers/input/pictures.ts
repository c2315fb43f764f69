import { crc32, deflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { makePdf } from '../../server/ingestion/make-files.ts';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function pngPart(type: string, data: Uint8Array): Buffer {
  const part = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(part));
  return Buffer.concat([length, part, sum]);
}

/** A PNG in shades of grey, a byte a pixel. The header may claim another size than that of the pixels. */
export function makePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc(Math.floor(pixels.length / width) * (width + 1));
  for (let row = 0; row * (width + 1) < rows.length; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const parts = [pngPart('IHDR', header), pngPart('IDAT', deflateSync(rows)), pngPart('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_SIGNATURE, ...parts]);
}

/** Points: a small page keeps text recognition short. */
const PAGE: [number, number] = [360, 160];
const SCALE = 200 / 72;

/** A picture of a text, as a scanner of 200 dots an inch makes it. */
export async function pictureOf(text: string): Promise<Buffer> {
  const pdf = await makePdf((pages) => pages.addPage({ size: PAGE, margin: 30 }).fontSize(13).text(text));
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const { data, width, height } = await document.getPage(0).render({ scale: SCALE, render: 'bitmap' });
  document.destroy();
  library.destroy();
  // Four bytes a pixel, all of the same grey.
  return makePng(
    data.filter((_, at) => at % 4 === 0),
    width,
    height,
  );
}

/** A PDF with pages of text and, for those in an object, pages that are pictures of text. */
export async function pdfOf(pages: (string | { picture: string })[]): Promise<Uint8Array> {
  const contents = await Promise.all(pages.map((page) => (typeof page === 'string' ? page : pictureOf(page.picture))));
  return makePdf((pdf) => {
    for (const content of contents) {
      pdf.addPage({ size: PAGE, margin: 30 });
      if (typeof content === 'string') pdf.fontSize(13).text(content);
      else pdf.image(content, 0, 0, { width: PAGE[0], height: PAGE[1] });
    }
  });
}
