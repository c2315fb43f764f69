import { makeDocx, makePdf, wordParagraph } from '../server/ingestion/make-files.ts';

/** A document whose first and last sentence each name a lamp that is named nowhere else. */
export interface LampDocument {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** In the long form they are long enough to be written in several batches. */
const SECTIONS = process.env.FOOTNOTE_SOAK ? 100 : 40;
const ALL_FORMATS = ['md', 'pdf', 'docx', 'html', 'txt'] as const;
export type Format = (typeof ALL_FORMATS)[number];
/** The long form of the test takes all, the short one what its seconds allow. */
export const FORMATS: readonly Format[] = process.env.FOOTNOTE_SOAK ? ALL_FORMATS : ALL_FORMATS.slice(0, 3);
export type Place = 'first' | 'last';

/** Stands in every lamp's sentence, and so in every answer that quotes one, but in no question. */
export const canaryOf = (format: Format) => `qzxcanary${format}`;
export const questionAbout = (format: Format, place: Place) => `For how many hours does lamp ${place}${format} burn?`;
export const nameOf = (format: Format) => `handbook.${format}`;

/** How long the lamps burn tells the editions apart. */
function paragraphs(format: Format, hours: number): string[] {
  const lamp = (place: Place) => `Lamp ${place}${format}, called ${canaryOf(format)}, burns for ${hours} hours.`;
  const filler = (n: number) =>
    `Section ${n} of edition ${hours} tells of the ${format} engine. ${`It is read by the crew before voyage ${n} and kept. `.repeat(12)}`;
  return [lamp('first'), ...Array.from({ length: SECTIONS }, (_, n) => filler(n).trim()), lamp('last')];
}

async function bytesOf(format: Format, texts: string[]): Promise<Uint8Array> {
  if (format === 'docx') return makeDocx(texts.map(wordParagraph).join(''));
  if (format === 'pdf') {
    return makePdf((pdf) => {
      for (const text of texts) pdf.addPage().text(text);
    });
  }
  const text =
    format === 'html'
      ? `<!doctype html><title>Handbook</title><main>${texts.map((one) => `<p>${one}</p>`).join('\n')}</main>`
      : format === 'md'
        ? `# Handbook\n\n${texts.map((one, n) => `## Part ${n}\n\n${one}`).join('\n\n')}\n`
        : texts.join('\n\n');
  return new TextEncoder().encode(text);
}

/** One document of each format, in the edition that is told by its hours. */
export async function makeEdition(hours: number): Promise<Map<Format, LampDocument>> {
  const made = new Map<Format, LampDocument>();
  for (const format of FORMATS) {
    made.set(format, { name: nameOf(format), bytes: new Uint8Array(await bytesOf(format, paragraphs(format, hours))) });
  }
  return made;
}
