import { toSuperscript } from '../text/superscripts.ts';
import type { Characters } from './pdf-characters.ts';

/** Characters that stand together on one line: the smallest unit of a page. In points, y grows downwards. */
export interface TextRun {
  text: string;
  left: number;
  right: number;
  /** The y of the line that the letters stand on. */
  baseline: number;
  /** Font size. */
  size: number;
  bold: boolean;
  /** All its letters are as wide as each other. */
  monospaced?: boolean;
  /** How many characters at its beginning are bold, where others are not. */
  boldStart?: number;
  /** It is one letter that shows as a sign: before other text of its line it is a bullet. */
  isSign?: true;
  /** It stands for all runs of a row of a table. */
  row?: TableRow;
}

/** A row of a table whose cells are told by the lines around them. */
export interface TableRow {
  /** One for each column. */
  cells: TableCell[];
  /** The same for all rows of a table, and for those of no other. */
  table: object;
  isHead: boolean;
  runs: TextRun[];
}

export interface TableCell {
  /** None where the cell is empty. */
  lines: string[];
  left: number;
  right: number;
}

/** Consecutive characters with their bounding box. */
export interface Piece {
  first: number;
  last: number;
  left: number;
  right: number;
  baseline: number;
}

/** A gap of this many font sizes ends a run: wider than any space between words, narrower than the gap between columns. */
const RUN_GAP = 0.9;
/** Signs may be of another font, such as those that mark where a line of code was broken. */
const HAS_WORDS = /[\p{L}\p{N}]/u;
/** A sign whose font does not tell what it is, in front of a word: bullets of LaTeX. */
const UNNAMED_SIGN = /^\p{Cc}(?= [^\p{Cc}\s])(?=.{0,100}\p{L}{2})/u;

/** What a font of signs has in place of letters, and what word processors take of a monospaced font. */
const SIGN = /^[a-z§\ue000-\uf8ff]$/i;
const ROUND = 'o';

export type RunCollector = ReturnType<typeof createRunCollector>;

/** Tells whether an edge between two columns of a table is between two x at a y. */
type EdgeFinder = (from: number, to: number, y: number) => boolean;

/** Collects the pieces of a page into runs. */
export function createRunCollector(characters: Characters, isEdge: EdgeFinder = () => false) {
  const runs: TextRun[] = [];
  let run: TextRun | null = null;
  let last = 0;
  let rightToLeft = false;
  let isBoldSoFar = false;
  let isSign = false;

  const finish = () => {
    if (run?.text.trim()) {
      run.text = run.text.replace(UNNAMED_SIGN, '•');
      if (isSign && run.text.trim().length === 1) run.isSign = true;
      else if (isSign && !run.monospaced) run.text = run.text.replace(/^\S(?= )/, '•');
      run.bold = run.bold && characters.font(last).isBold;
      runs.push(run);
    }
    run = null;
    rightToLeft = false;
  };

  return {
    runs,
    /** The font size of the current run, or of this character where there is none. */
    sizeAt: (index: number): number => run?.size ?? characters.fontSize(index),
    add: (piece: Piece, isPieceRightToLeft: boolean): void => {
      if (isPieceRightToLeft) rightToLeft = true;
      if (run && (!continues(run, piece, rightToLeft) || isEdge(run.right, piece.left, piece.baseline))) finish();
      const text = characters.text(piece.first, piece.last);
      last = piece.last;
      if (run) {
        if (isBoldSoFar && !characters.font(piece.first).isBold) {
          isBoldSoFar = false;
          run.boldStart = run.text.trimEnd().length;
        }
        if (run.monospaced && HAS_WORDS.test(text) && !characters.font(piece.first).isMonospaced) delete run.monospaced;
        run.text += text;
        run.left = Math.min(run.left, piece.left);
        run.right = Math.max(run.right, piece.right);
        return;
      }
      const { left, right, baseline, first } = piece;
      const { isBold, isMonospaced, isPictorial } = characters.font(first);
      isSign = (isPictorial && SIGN.test(text)) || (isMonospaced && text === ROUND);
      run = { text, left, right, baseline, size: characters.fontSize(first), bold: isBold };
      if (isMonospaced) run.monospaced = true;
      isBoldSoFar = isBold;
    },
    /** Adds superscript digits to the current run; `right` is where they end. */
    addSuperscript: (digits: string, right: number | undefined): void => {
      if (!run) return;
      run.text += toSuperscript(digits);
      run.right = Math.max(run.right, right ?? run.right);
    },
    space: (): void => {
      if (run) run.text += ' ';
    },
    finish,
  };
}

/** Do these characters continue the run? */
function continues(run: TextRun, { left, right, baseline }: Piece, rightToLeft: boolean): boolean {
  if (Math.abs(baseline - run.baseline) > run.size * 0.3) return false;
  const gap = Math.max(left - run.right, run.left - right);
  // In right-to-left lines numbers run left to right, so pieces are out of order.
  if (rightToLeft) return gap <= run.size * 3;
  return gap <= run.size * RUN_GAP && left > run.left - run.size;
}

/** Hebrew, Arabic and related scripts, with their presentation forms. */
export const isRightToLeft = (code: number) =>
  (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc);
