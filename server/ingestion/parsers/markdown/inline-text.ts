import type { Token, Tokens } from 'marked';
import { htmlToText, isElement, parseTree } from '../html/tree/html-tree.ts';
import { joinPieces, trimmedLines } from '../text/join-lines.ts';
import { linkTarget } from '../text/link-target.ts';
import { pictureText } from '../text/picture-text.ts';
import { pushRun, runsToText, type TextRun, withText } from '../text/text-runs.ts';
import { withoutMarks } from './generators/callout-marks.ts';
import { withoutStruck } from './struck-out.ts';

/** `[^1]` in the text, `[^1]:` before the note; `[^plans-2025]`, but not `[^a-z]`. */
const FOOTNOTE_MARK = /\[\^(?:\d+|[a-z]+\d*|[a-z]{2,40}\d{0,9}(?:[-_.:](?:[a-z]{2,40}\d{0,9}|\d{1,9})){1,9})\]:?/gi;
const CODE_TAG = /^<(\/?)(?:code|kbd|samp|tt)\b/i;
/** One that ends has no address. */
const LINK_TAG = /^<\/?a[\s>]/i;
const PICTURE_TAG = /^<img\s/i;

/** Stands for a soft line break until the text on both sides is known; Unicode keeps it for the inside of programs. */
const SOFT_BREAK = '\ufdd2';

/**
 * Running text without what is struck out: soft line breaks become spaces, or nothing in scripts without spaces; hard ones stay.
 * Inline tags are removed, but for the alternative text of pictures, entities decoded.
 */
export function inlineRuns(tokens: readonly Token[] | undefined): TextRun[] {
  const collected: Collected = { runs: [], openCodeTags: 0 };
  collect(collected, tokens ?? []);
  const { runs } = collected;
  return runs.map((run, at) =>
    isCode(run)
      ? withText(run, (text) => text.replaceAll(SOFT_BREAK, ' '))
      : withText(run, (text) => joinedLines(withoutLooseMarks(text), proseOf(runs[at - 1]), proseOf(runs[at + 1]))),
  );
}

const isCode = (run: TextRun) => typeof run !== 'string' && run.isCode === true;
const proseOf = (run: TextRun | undefined) => (run === undefined || isCode(run) ? '' : runsToText([run]));

/** A text with its lines joined. `before`, `after`: what else is in the first and the last line. */
function joinedLines(text: string, before: string, after: string): string {
  if (!text.includes(SOFT_BREAK)) return text;
  const start = before.slice(-2).split(SOFT_BREAK).at(-1) ?? '';
  const end = after.slice(0, 2).split(SOFT_BREAK)[0] ?? '';
  const joined = joinPieces((start + text + end).split(SOFT_BREAK));
  return joined.slice(start.length, joined.length - end.length);
}

/** `6**. Closing**`: Notion begins bold text within words, where Markdown has none. Not `int**, char**`, and no marks of notes. */
const LOOSE_BOLD = /(?<=[\p{L}\p{N}])\*\*([.:!?)] [^*\n]{1,200}[^*\s])\*\*(?![\p{L}\p{N}*.,:;!?)])/gu;
/** Bold text of no length, before a word. Not what stands for the hidden part of a number or a key: `****4242`. */
const EMPTY_BOLD = /(?<![^\s])\*{4}(?!\d{2,}(?![.,]?\d)|[\p{L}\p{N}]{4}(?![\p{L}\p{N}]))(?=[\p{L}\p{N}])/gu;

const withoutLooseMarks = (text: string) =>
  text.includes('**') ? text.replace(LOOSE_BOLD, '$1').replace(EMPTY_BOLD, '') : text;

interface Collected {
  runs: TextRun[];
  openCodeTags: number;
  /** Where the text in an `a` leads. */
  openLink?: string | undefined;
}

/** `link`: where the tokens lead. */
function collect(collected: Collected, tokens: readonly Token[], link?: string): void {
  const add = (text: string, isCode = collected.openCodeTags > 0) =>
    pushRun(collected.runs, withoutMarks(text), { isCode, link: link ?? collected.openLink });
  for (const token of withoutStruck(tokens)) {
    if (token.type === 'br') add('\n');
    else if (token.type === 'codespan') add((token as Tokens.Codespan).text, true);
    else if (token.type === 'escape') add((token as Tokens.Escape).text);
    else if (token.type === 'image') add(pictureText((token as Tokens.Image).text));
    else if (token.type === 'html') {
      const tag = CODE_TAG.exec(token.raw);
      if (tag) collected.openCodeTags = Math.max(0, collected.openCodeTags + (tag[1] ? -1 : 1));
      else if (/^<br\b/i.test(token.raw)) add('\n');
      else if (PICTURE_TAG.test(token.raw)) add(pictureText(attributesOf(token.raw).alt));
      else if (LINK_TAG.test(token.raw)) collected.openLink = linkTarget(attributesOf(token.raw).href);
    } else if (token.type === 'link') {
      if (!/^\[\^[^\]]+\]$/.test(token.raw))
        collect(collected, token.tokens ?? [], linkTarget((token as Tokens.Link).href));
    } else if (token.type === 'checkbox') continue;
    else if ('tokens' in token && token.tokens) collect(collected, token.tokens, link);
    else
      add(
        decodeEntities(
          trimmedLines((token as Tokens.Text).text ?? '')
            .join(SOFT_BREAK)
            .replace(FOOTNOTE_MARK, ''),
        ),
      );
  }
}

function attributesOf(tag: string): Partial<Record<string, string>> {
  const [element] = parseTree(withoutLost(tag)).childNodes;
  return element && isElement(element) ? element.attribs : {};
}

/** What GitBook exports for a character that it cannot write. */
const LOST_CHARACTER = '&#xNAN;';
const withoutLost = (text: string) => text.replaceAll(LOST_CHARACTER, '');

/** Text tokens still contain entities. A bare `<` in them is not a tag. */
const decodeEntities = (text: string) =>
  text.includes('&') ? htmlToText(withoutLost(text).replaceAll('<', '&lt;')) : text;
