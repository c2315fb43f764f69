import { detectLanguage } from '../../../language/detect.ts';
import { sourceFailures } from '../../failures.ts';
import type { Block, BlockKind, PageStart, ParsedDocument } from '../../types.ts';

/** The most characters (UTF-16 units) that a document may hold; some three thousand printed pages. */
export const MAX_CHARACTERS = 5_000_000;
/** The most blocks (paragraphs, rows, items) that a document may hold. */
export const MAX_BLOCKS = 250_000;

const TITLE_LENGTH = 300;
/** A longer heading is text that somebody wanted large. */
const HEADING_LENGTH = 200;
/** How much of the text the language is told from. */
const LANGUAGE_SAMPLE = 20_000;

const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Characters that a reader cannot see but that reorder, hide or smuggle text: C0 and C1 controls, soft hyphens, bidi
 * controls, zero-width spaces and joiners (U+200C and U+200D stay, scripts and emoji need them), byte order marks,
 * interlinear marks, non-characters and tag characters.
 */
const INVISIBLE =
  /[\p{Cc}--[\n\t]]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gv;
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Nothing in it needs cleaning. */
const PLAIN = /^[\n\x20-\x7e]*$/;

/** NFC, `\n` line ends, nothing invisible, plain spaces. Lone surrogates become U+FFFD. */
function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(LINE_BREAKS, '\n')
    .replace(INVISIBLE, '')
    .replace(ODD_SPACES, ' ')
    .normalize('NFC');
}

/** Running text: single spaces, no empty lines; single line breaks stay. */
export function normalizeProse(text: string): string {
  const cleaned = cleanText(text);
  // Most text has single spaces already, and looking costs a tenth of replacing each by itself.
  const spaced = /\t| {2}/.test(cleaned) ? cleaned.replace(/[ \t]+/g, ' ') : cleaned;
  return (spaced.includes('\n') ? spaced.replace(/ ?\n[ \n]*/g, '\n') : spaced).trim();
}

/** Code and other preformatted text: indentation stays; trailing spaces and runs of empty lines go. */
export function normalizeCode(text: string): string {
  return cleanText(text)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

/** Collects the blocks of a document in reading order; the text and every offset into it come from the same appends. */
export interface TextBuilder {
  /** What follows is on this page (1-based). */
  startPage(page: number): void;
  /** Adds a block; empty ones are dropped. `level` (1–6) for headings. */
  add(kind: BlockKind, text: string, level?: number): void;
  /** Goes on with the last block where that is a paragraph: for one that runs over a page break. */
  continueParagraph(text: string): void;
  /** Does the last block end in the middle of a sentence? */
  endsMidSentence(): boolean;
  /** The characters collected so far. */
  length(): number;
  /** The document. Throws the failure `no_text` where there is nothing to read. `language` is used where the text does not tell. */
  finish(about: { title?: string | null; language?: string }): ParsedDocument;
}

/** A builder for one document. Throws `document_too_long` as soon as a limit is passed. */
export function createTextBuilder(): TextBuilder {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const pages: PageStart[] = [];
  let length = 0;
  let pendingPages: number[] = [];

  const append = (text: string) => {
    parts.push(text);
    length += text.length;
    if (length > MAX_CHARACTERS) throw sourceFailures.tooLong('5 million characters');
  };
  const settlePages = () => {
    for (const page of pendingPages) pages.push({ page, start: length });
    pendingPages = [];
  };
  const separator = (kind: BlockKind) => {
    const previous = blocks.at(-1);
    if (!previous) return '';
    return previous.kind === kind && (kind === 'table-row' || kind === 'list-item') ? '\n' : '\n\n';
  };

  return {
    startPage: (page) => {
      pendingPages.push(page);
    },
    add: (asked, raw, level) => {
      const text = asked === 'code' ? normalizeCode(raw) : normalizeProse(raw);
      if (!text) return;
      const kind = asked === 'heading' && text.length > HEADING_LENGTH ? 'paragraph' : asked;
      if (blocks.length >= MAX_BLOCKS) throw sourceFailures.tooLong(`${MAX_BLOCKS} paragraphs, rows and list items`);
      append(separator(kind));
      settlePages();
      const start = length;
      append(text);
      blocks.push({ kind, start, end: length, ...(kind === 'heading' ? { level: level ?? 1 } : {}) });
    },
    continueParagraph: (raw) => {
      const block = blocks.at(-1);
      const text = normalizeProse(raw);
      if (block?.kind !== 'paragraph' || !text) return;
      append(' ');
      settlePages();
      append(text);
      block.end = length;
    },
    endsMidSentence: () => {
      const last = parts.at(-1);
      return blocks.at(-1)?.kind === 'paragraph' && last !== undefined && !/[.!?:;。！？][”"’')\]]*$/.test(last);
    },
    length: () => length,
    finish: ({ title, language }) => {
      settlePages();
      const text = parts.join('');
      if (!/[\p{L}\p{N}]/u.test(text)) throw sourceFailures.noText();
      const detected = detectLanguage(text.slice(0, LANGUAGE_SAMPLE));
      return {
        title: normalizeTitle(title ?? ''),
        language: detected === 'und' ? (language ?? 'und') : detected,
        text,
        blocks,
        pages,
      };
    },
  };
}

/** One line of at most 300 characters, or null where nothing is left. */
export function normalizeTitle(text: string): string | null {
  const line = normalizeProse(text).replace(/\n/g, ' ');
  return line.slice(0, TITLE_LENGTH).toWellFormed().trim() || null;
}
