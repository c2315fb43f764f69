import { PDFiumLibrary } from '@hyzyla/pdfium';
import { makePdf } from '../../server/ingestion/make-files.ts';
import { makePng } from './picture-files.ts';

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
