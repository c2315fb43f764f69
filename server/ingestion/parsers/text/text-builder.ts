import { detectLanguage } from '../../../language/detect.ts';
import { sourceFailures } from '../../failures.ts';
import type { Block, BlockKind, DocumentBlock, LeftOutKind, PageStart, ParsedDocument } from '../../types.ts';
import { isAdmonition } from './callouts.ts';
import { joinContinuedLists } from './continued-lists.ts';
import { keptLinks } from './link-target.ts';
import { type NormalizedRuns, normalizeRuns, runsToText, type TextRun, withText } from './text-runs.ts';
import { toldOf } from './told-left-out.ts';

/** The most characters (UTF-16 units) of a document; some three thousand printed pages. */
export const MAX_CHARACTERS = 5_000_000;
/** The most blocks (paragraphs, rows, items) of a document. */
const MAX_BLOCKS = 250_000;

const MAX_TITLE_LENGTH = 300;
/** A longer heading is a paragraph in large letters. */
const MAX_HEADING_LENGTH = 200;
/** How many characters the language is detected from. */
const LANGUAGE_SAMPLE = 20_000;

const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Characters that are invisible but reorder, hide or smuggle text: C0 and C1 controls, soft hyphens, bidi
 * controls, zero-width spaces and joiners (U+200C and U+200D stay, scripts and emoji need them), byte order marks,
 * interlinear marks, non-characters and tag characters.
 */
const INVISIBLE =
  /[\p{Cc}--[\n\t]]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gv;
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Text that needs no cleaning. */
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
export const normalizeProse = (text: string): string => collapseSpaces(cleanText(text));

function collapseSpaces(cleaned: string): string {
  // Most text has single spaces already, and testing costs a tenth of replacing them.
  const spaced = /\t| {2}/.test(cleaned) ? cleaned.replace(/[ \t]+/g, ' ') : cleaned;
  return (spaced.includes('\n') ? spaced.replace(/ ?\n[ \n]*/g, '\n') : spaced).trim();
}

/** Code and other preformatted text: keeps indentation, removes trailing spaces and repeated empty lines. */
function normalizeCode(text: string): string {
  return cleanText(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n{1,2}|\n{1,2}$/g, '');
}

/** What a block is besides its kind and text. `level` is of headings (1 unless told), `language` of code. */
export type BlockAttributes = Partial<
  Omit<DocumentBlock, 'kind' | 'start' | 'end' | 'codeSpans' | 'links' | 'endsLevel'>
>;

/** A language's name as it can be shown after the marks of a code block. */
const LANGUAGE_NAME = /^[\w+#.-]{1,30}$/;

/** What a page shows as a picture that is drawn from it. */
const DIAGRAM_LANGUAGE = /^(?:mermaid|plantuml|puml|graphviz|dot|d2|nomnoml|bpmn|vega|vega-lite|wavedrom|svgbob)$/i;

/** Collects the blocks of a document in reading order. The text and all offsets come from the same appends. */
export interface TextBuilder {
  /** The blocks that follow are on this page (1-based). */
  startPage(page: number): void;
  /** Adds a block, unless it is empty. Inline code and links are told by runs; code blocks have none. */
  add(kind: BlockKind, text: string | readonly TextRun[], attributes?: BlockAttributes): void;
  /** The block that is added next is in no section of a heading of this level or deeper. */
  endSection(level: number): void;
  /** Appends to the last block if it is a paragraph or an item: for one that continues on the next page. */
  continueProse(text: string): void;
  /** Appends lines to the last block, if it is code: for code that continues on the next page. Tells whether it did. */
  continueCode(lines: string): boolean;
  /** Tells of text that is left out of the document. */
  leaveOut(kind: LeftOutKind, texts: readonly string[]): void;
  /** Does the last block end within a sentence? */
  endsMidSentence(): boolean;
  /** The characters collected so far. */
  length(): number;
  /**
   * Returns the document. Throws `no_text` where there is nothing to read, unless it may be empty. `language` counts where it
   * cannot be detected.
   */
  finish(defaults: { title?: string | null; language?: string; mayBeEmpty?: boolean }): ParsedDocument;
}

/** Creates a builder for one document. It throws `document_too_long` as soon as a limit is exceeded. */
export function createTextBuilder(): TextBuilder {
  const output = createOutput();
  const blocks: DocumentBlock[] = [];
  const leftOutTexts = new Map<LeftOutKind, string[]>();
  let endsLevel = Number.POSITIVE_INFINITY;
  return {
    startPage: output.startPage,
    add: (requestedKind, raw, attributes = {}) => {
      const { text, codeSpans, links } = normalizeBlock(requestedKind, raw);
      if (!text) return;
      const isParagraph = text.length > MAX_HEADING_LENGTH || isAdmonition(attributes.callout);
      const kind = requestedKind === 'heading' && isParagraph ? 'paragraph' : requestedKind;
      if (blocks.length >= MAX_BLOCKS) throw sourceFailures.tooLong(`${MAX_BLOCKS} paragraphs, rows and list items`);
      const start = output.append(separator(blocks.at(-1), kind), text);
      const block: DocumentBlock = { kind, start, end: output.length(), ...attributesFor(kind, attributes) };
      if (Number.isFinite(endsLevel)) block.endsLevel = endsLevel;
      endsLevel = Number.POSITIVE_INFINITY;
      if (codeSpans.length > 0) block.codeSpans = codeSpans.map(([from, to]) => [start + from, start + to]);
      const kept = kind === 'heading' ? [] : keptLinks(text, links);
      if (kept.length > 0)
        block.links = kept.map((link) => ({ ...link, start: start + link.start, end: start + link.end }));
      blocks.push(block);
    },
    endSection: (level) => {
      endsLevel = Math.min(endsLevel, level);
    },
    continueProse: (raw) => {
      const block = blocks.at(-1);
      const text = normalizeProse(raw);
      if (!block || !isProse(block) || !text) return;
      output.append(' ', text);
      block.end = output.length();
    },
    continueCode: (raw) => {
      const block = blocks.at(-1);
      const text = normalizeCode(raw);
      if (block?.kind !== 'code' || !text) return false;
      output.append('\n', text);
      block.end = output.length();
      return true;
    },
    leaveOut: (kind, texts) => {
      const some = texts.map(normalizeProse).filter((text) => text !== '');
      if (some.length > 0) leftOutTexts.set(kind, [...(leftOutTexts.get(kind) ?? []), ...some]);
    },
    endsMidSentence: () => {
      const [block, last] = [blocks.at(-1), output.last()];
      return block !== undefined && isProse(block) && last !== undefined && !/[.!?:;。！？][”"’')\]]*$/.test(last);
    },
    length: output.length,
    finish: ({ title, language, mayBeEmpty = false }) => {
      const { text, pages } = output.finish();
      if (!mayBeEmpty && !/[\p{L}\p{N}]/u.test(text)) throw sourceFailures.noText();
      joinContinuedLists(text, blocks);
      const detected = detectLanguage(text.slice(0, LANGUAGE_SAMPLE));
      const leftOut = [...leftOutTexts].flatMap(([kind, texts]) => toldOf(kind, texts));
      return {
        title: normalizeTitle(title ?? ''),
        language: detected === 'und' ? (language ?? 'und') : detected,
        text,
        blocks,
        pages,
        ...(leftOut.length > 0 && { leftOut }),
      };
    },
  };
}

function normalizeBlock(kind: BlockKind, raw: string | readonly TextRun[]): NormalizedRuns {
  if (kind === 'code') return { text: normalizeCode(toText(raw)), codeSpans: [], links: [] };
  if (typeof raw === 'string' || raw.every((run) => typeof run === 'string'))
    return { text: normalizeProse(toText(raw)), codeSpans: [], links: [] };
  const cleaned = raw.map((run) => withText(run, cleanText));
  return normalizeRuns(cleaned, cleanText(runsToText(raw)), collapseSpaces);
}

const toText = (raw: string | readonly TextRun[]) => (typeof raw === 'string' ? raw : runsToText(raw));

/** The attributes that blocks of this kind have and that say something. */
function attributesFor(kind: BlockKind, given: BlockAttributes): BlockAttributes {
  const { level, depth, ordered, language, header, callout, summary, picture } = given;
  return {
    ...(kind === 'heading' && { level: level ?? 1 }),
    ...(depth && { depth }),
    ...(kind === 'list-item' && ordered && { ordered }),
    ...(kind === 'code' && language && LANGUAGE_NAME.test(language) && { language }),
    ...(kind === 'table-row' && header && { header }),
    ...(callout && { callout }),
    ...(summary && { summary }),
    ...(kind === 'paragraph' && picture && { picture }),
    ...(kind === 'code' && language && DIAGRAM_LANGUAGE.test(language) && { picture: true }),
  };
}

/** Collects the text and where its pages start. A page starts at the first text that is appended after it. */
function createOutput() {
  const parts: string[] = [];
  const pages: PageStart[] = [];
  let pendingPages: number[] = [];
  let length = 0;
  const push = (text: string) => {
    parts.push(text);
    length += text.length;
    if (length > MAX_CHARACTERS) throw sourceFailures.tooLong('5 million characters');
  };
  const startPendingPages = () => {
    for (const page of pendingPages) pages.push({ page, start: length });
    pendingPages = [];
  };
  return {
    startPage: (page: number) => {
      pendingPages.push(page);
    },
    /** Returns the offset of the text. */
    append: (separatorBefore: string, text: string) => {
      push(separatorBefore);
      startPendingPages();
      const start = length;
      push(text);
      return start;
    },
    last: () => parts.at(-1),
    length: () => length,
    finish: () => {
      startPendingPages();
      return { text: parts.join(''), pages };
    },
  };
}

/** Rows and list items stand on adjacent lines, other blocks have an empty line between them. */
function separator(previous: Block | undefined, kind: BlockKind): string {
  if (!previous) return '';
  return previous.kind === kind && (kind === 'table-row' || kind === 'list-item') ? '\n' : '\n\n';
}

const isProse = ({ kind }: DocumentBlock) => kind === 'paragraph' || kind === 'list-item';

/** One line of at most 300 characters, or null where nothing is left. */
export function normalizeTitle(text: string): string | null {
  const line = normalizeProse(text).replace(/\n/g, ' ');
  return line.slice(0, MAX_TITLE_LENGTH).toWellFormed().trim() || null;
}
