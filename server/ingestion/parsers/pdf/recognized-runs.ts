import type { RecognizedLine } from '../recognition/recognized-lines.ts';
import type { TextRun } from './run-collector.ts';

/** A page as it was recognized. */
export interface RecognizedPage {
  lines: RecognizedLine[];
  /** The length of a pixel in points. */
  pointsPerPixel: number;
  /** In points. */
  height: number;
}

/** The size of a font is somewhat more than the height of its letters. */
const SIZE_OF_HEIGHT = 1.05;
/** Heights are measured, and differ with the letters of a line: within this range they count as those of the body. */
const SAME_SIZE = { from: 0.7, to: 1.25 };

/** A gap of this many line heights separates the cells of a table. */
const CELL_GAP = 2;
/** What bullets are taken for. */
const MISREAD_BULLET = /^[*°¢«»·]$/;

/**
 * The lines of recognized pages as runs. Line heights that are close to the usual one become equal, as font sizes
 * are in text: paragraphs and headings are told by them.
 */
export function toRuns(pages: RecognizedPage[]): TextRun[][] {
  const sizeOf = ({ height }: RecognizedLine, { pointsPerPixel }: RecognizedPage) =>
    height * pointsPerPixel * SIZE_OF_HEIGHT;
  const sizes = pages.flatMap((page) => page.lines.flatMap((line) => line.words.map(() => sizeOf(line, page))));
  const body = Math.round(median(sizes));
  return pages.map((page) =>
    page.lines.flatMap((line) => {
      const measured = sizeOf(line, page);
      const isBody = measured >= body * SAME_SIZE.from && measured <= body * SAME_SIZE.to;
      const size = isBody ? body : Math.round(measured);
      const at = (pixels: number) => pixels * page.pointsPerPixel;
      return toParts(line).map(({ text, left, right }) => {
        return { text, left: at(left), right: at(right), baseline: at(line.baseline), size, bold: false };
      });
    }),
  );
}

/** The words of a line, joined where no wide gap is between them: Tesseract has found the columns of text, but no tables. */
function toParts({ words, height }: RecognizedLine): RecognizedLine['words'] {
  const parts: RecognizedLine['words'] = [];
  for (const [index, word] of words.entries()) {
    const part = parts.at(-1);
    if (part && word.left - part.right <= height * CELL_GAP) {
      part.text += ` ${word.text}`;
      part.right = Math.max(part.right, word.right);
    } else if (index === 0 && words.length > 1 && MISREAD_BULLET.test(word.text)) parts.push({ ...word, text: '•' });
    else parts.push({ ...word });
  }
  return parts;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
