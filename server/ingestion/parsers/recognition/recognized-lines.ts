/** A line of text in a picture. Pixels, y downwards. */
export interface RecognizedLine {
  words: { text: string; left: number; right: number }[];
  /** The y of the line that the letters stand on. */
  baseline: number;
  /** From the lowest to the highest letters. */
  height: number;
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Tesseract's account of a page, as far as it is read. */
export interface TesseractPage {
  blocks?: {
    paragraphs?: {
      lines?: {
        confidence: number;
        baseline: Box;
        rowAttributes: { rowHeight: number };
        words?: { text: string; confidence: number; bbox: Box }[];
      }[];
    }[];
  }[];
}

/** Lines and words of less than this percentage are mostly patterns and drawings that were taken for letters. */
const LEAST_CONFIDENCE = { line: 50, word: 25 };

/** The lines that were read with some confidence, in reading order. */
export function readLines({ blocks = [] }: TesseractPage): RecognizedLine[] {
  const lines = blocks.flatMap(({ paragraphs = [] }) => paragraphs.flatMap((paragraph) => paragraph.lines ?? []));
  return lines.flatMap(({ confidence, baseline, rowAttributes, words = [] }) => {
    const sure = words.filter((word) => word.confidence >= LEAST_CONFIDENCE.word && word.text.trim() !== '');
    const isText = confidence >= LEAST_CONFIDENCE.line && sure.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
    if (!isText) return [];
    return {
      words: sure.map(({ text, bbox }) => ({ text, left: bbox.x0, right: bbox.x1 })),
      baseline: (baseline.y0 + baseline.y1) / 2,
      height: rowAttributes.rowHeight,
    };
  });
}
