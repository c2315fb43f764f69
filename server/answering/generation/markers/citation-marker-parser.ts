import { NO_ANSWER } from '../../prompt/sanitize-prompt-text.ts';
import {
  MAY_BEGIN_WORDS,
  type MarkerMatch,
  matchBrackets,
  matchLead,
  matchParentheses,
  matchRaised,
  matchSourceLine,
} from './citation-marker-forms.ts';

/** A piece of what a model writes. */
export type AnswerToken =
  /** `address`: the text is the label of a link to it. */
  | { type: 'text'; text: string; address?: string }
  /** Passed on as it is, unless `escape` is set: not every Markdown renderer takes it for code. */
  | { type: 'code'; text: string; escape: boolean }
  /**
   * `[1]` or `[1, 2]`: passage numbers, which need not exist. `literal`: what is written there, if it may not be a marker, as
   * “(2)” in “option (2)”.
   */
  | { type: 'marker'; numbers: number[]; literal?: string }
  /** “According to passage 2, ” names passages for the sentence that follows. */
  | { type: 'lead'; numbers: number[] }
  /** `NO_ANSWER`, within a text that has more to say. */
  | { type: 'no-answer' };

/** A label may have no brackets, so that no text is read twice. */
const LABEL = /^!?\[([^[\]\n]{0,200})\]/;
const LABEL_BEGUN = /^!?\[[^[\]\n]{0,200}\]?$/;
const TARGET = /^\(\s?(?:<([^<>\n]{0,1000})>|([^()\s<>]{0,1000}))(?:\s["'][^"'\n()]{0,100}["'])?\s?\)/;
const TARGET_BEGUN = /^\(\s?(?:<[^<>\n]{0,1000}>?|[^()\s<>]{0,1000})(?:\s(?:["'][^"'\n()]{0,100}["']?)?)?\s?$/;
const REFERENCE = /^\[[^[\]\n]{0,100}\]/;
const REFERENCE_BEGUN = /^\[[^[\]\n]{0,100}$/;
const AUTOLINK = /^<((?:https?:\/\/|mailto:)[^\s<>]{1,1000})>/i;
const AUTOLINK_BEGUN =
  /^<(?:h|ht|htt|https?|https?:|https?:\/|(?:https?:\/\/|mailto:)[^\s<>]{0,1000}|m|ma|mai|mail|mailt|mailto)?$/i;
/** In UTF-16 units. So much of the line before a marker tells what it is. */
const TAIL_LENGTH = 60;
/** A longer run of backticks or tildes is text; so is one behind a longer beginning of a line. In UTF-16 units. */
const MAX_FENCE_LENGTH = 100;
const MAX_BEFORE_FENCE_LENGTH = 1_000;
/** Models break the lines of a table's cells with it. */
const LINE_BREAK = /^<br\s?\/?>/i;
const LINE_BREAK_BEGUN = /^<(?:b|br|br\s?\/?)?$/i;
const SUPERSCRIPT = /[⁰¹²³⁴-⁹]/;
/** Most characters begin neither this nor a marker of words, and are text. */
const MAY_BEGIN_MARKUP = /[`~ \\[【［!(<^N⁰¹²³⁴-⁹]/;
const MAX_CODE_SPAN_LENGTH = 200;
const MAX_FENCE_LINE_LENGTH = 200;
/** What may stand before the fence of a code block on its line. */
const BEFORE_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s[\s>]*)?$/;

/** One step of the parser: how many characters of `pending` it takes and the token they make, or that it needs more text. */
type ParseStep = { used: number; token: AnswerToken | null; image?: true } | 'more';

interface ParserState {
  /** Read and not yet decided. */
  pending: string;
  /** What is before `pending` on its line. */
  line: string;
  /** The end of `line`, of at least `TAIL_LENGTH` if the line has as much. */
  tail: string;
  afterMarker: boolean;
  /** An image has just been dropped, behind a space or at the beginning of its line. */
  afterImage: boolean;
  usesBrackets: boolean;
  /** A lead has just been left out, so that the next word begins its sentence. */
  afterLead: boolean;
  /** The code block that is open. */
  fence: CodeFence | null;
  /** A fence stood in a list or a quote. Renderers differ on where it ends, and so on every later fence. */
  ambiguousFence: boolean;
  /** A backtick of this paragraph has no partner on its line. Renderers differ on which backticks belong together. */
  ambiguousSpan: boolean;
}

interface CodeFence {
  closingLine: RegExp;
  escape: boolean;
}

/**
 * Finds the markers in a text as it arrives, wherever it is split: it reads one character after the other and holds back
 * what may become a marker or code until that is decided. Code has no markers. Where Markdown renderers may differ on what
 * is code, the token says so (`escape`), so that nothing escapes the checks by looking like code here and not there.
 */
export function createCitationMarkerParser() {
  const state: ParserState = {
    pending: '',
    line: '',
    tail: '',
    afterMarker: false,
    afterImage: false,
    usesBrackets: false,
    afterLead: false,
    fence: null,
    ambiguousFence: false,
    ambiguousSpan: false,
  };
  return {
    parse(chunk: string): AnswerToken[] {
      const tokens: AnswerToken[] = [];
      for (let at = 0; at < chunk.length; at++) {
        state.pending += chunk.charAt(at);
        takeDecided(state, tokens, false);
      }
      return tokens;
    },
    /** The text is complete: what was held back is decided as it stands. */
    end(): AnswerToken[] {
      const tokens: AnswerToken[] = [];
      takeDecided(state, tokens, true);
      return tokens;
    },
  };
}

/** Moves what is decided from `pending` to `tokens`; `ended`: no more text follows. */
function takeDecided(state: ParserState, tokens: AnswerToken[], ended: boolean): void {
  while (state.pending !== '') {
    const step = nextStep(state, ended);
    if (step === 'more') return;
    const { pending } = state;
    const taken = step.used === pending.length ? pending : pending.slice(0, step.used);
    state.pending = pending.slice(step.used);
    if (taken.endsWith('\n')) {
      if (state.line.trim() === '') state.ambiguousSpan = false;
      [state.line, state.tail] = ['', ''];
    } else {
      state.line += taken;
      state.tail += taken;
      if (state.tail.length > 2 * TAIL_LENGTH) state.tail = state.tail.slice(-TAIL_LENGTH);
    }
    state.afterMarker = step.token?.type === 'marker';
    state.afterImage = step.image === true;
    const { token } = step;
    if (token?.type === 'text' && state.afterLead) tokens.push({ ...token, text: capitalized(token.text) });
    else if (token) tokens.push(token);
    state.afterLead = token?.type === 'lead';
  }
}

function nextStep(state: ParserState, ended: boolean): ParseStep {
  const { pending, fence, afterMarker, afterImage } = state;
  const first = pending.charAt(0);
  if (fence) return readFencedCharacter(state, fence, first);
  if (!MAY_BEGIN_MARKUP.test(first) && !MAY_BEGIN_WORDS.test(first)) return text(pending, 1);
  const context = { before: state.tail.slice(-TAIL_LENGTH), ended, usesBrackets: state.usesBrackets };
  switch (first) {
    case '`':
    case '~':
      return readBackticks(state, first, ended);
    case ' ':
      // One space stands around an image that is left out.
      return afterImage ? { used: 1, token: null } : text(pending, 1);
    case '\\':
    case '[':
    case '【':
    case '［':
      return readBracket(state, matchBrackets(pending, context), ended);
    case '!':
      return readImage(state, ended);
    case '(':
      if (afterMarker && TARGET.test(pending)) return { used: TARGET.exec(pending)?.[0].length ?? 1, token: null };
      if (afterMarker && !ended && TARGET_BEGUN.test(pending)) return 'more';
      return readMarker(pending, matchParentheses(pending, context));
    case '<':
      return readElement(pending, matchRaised(pending, context), ended);
    case '^':
      return readMarker(pending, matchRaised(pending, context));
    case 'N':
      if (pending.startsWith(NO_ANSWER)) return { used: NO_ANSWER.length, token: { type: 'no-answer' } };
      return NO_ANSWER.startsWith(pending) && !ended ? 'more' : text(pending, 1);
  }
  if (SUPERSCRIPT.test(first)) return readMarker(pending, matchRaised(pending, context));
  const lead = matchLead(pending, context);
  if (lead === 'more') return 'more';
  if (lead !== null) return { used: lead.length, token: { type: 'lead', numbers: lead.numbers } };
  return readMarker(pending, matchSourceLine(pending, context));
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function readFencedCharacter(state: ParserState, fence: CodeFence, first: string): ParseStep {
  if (first !== '\n' || !fence.closingLine.test(state.line)) return code(state.pending, 1, fence.escape);
  state.fence = null;
  return text(state.pending, 1);
}

/** A run of backticks or tildes: a fence, the beginning of a code span, or text. */
function readBackticks(state: ParserState, mark: string, ended: boolean): ParseStep {
  const { pending, line } = state;
  const run = /^(?:`+|~+)/.exec(pending)?.[0].length ?? 1;
  const isTooLong = run > MAX_FENCE_LENGTH;
  if (run === pending.length && !isTooLong && !ended) return 'more';
  if (isTooLong || (run >= 3 && line.length > MAX_BEFORE_FENCE_LENGTH)) {
    // A renderer may take it for a fence.
    [state.ambiguousFence, state.ambiguousSpan] = [true, true];
    return text(pending, run);
  }
  if (run >= 3 && BEFORE_FENCE.test(line)) {
    const newline = pending.indexOf('\n');
    const opening = newline === -1 ? pending : pending.slice(0, newline);
    const isSpan = mark === '`' && opening.includes('`', run);
    if (!isSpan && newline === -1 && !ended && pending.length <= MAX_FENCE_LINE_LENGTH) return 'more';
    if (!isSpan && newline !== -1) {
      state.ambiguousFence ||= line !== '';
      const closingLine = new RegExp(`^\\s*${mark}{${run},}\\s*$`);
      state.fence = { closingLine, escape: state.ambiguousFence };
      return code(pending, newline + 1, state.ambiguousFence);
    }
  }
  if (mark === '~') return text(pending, run);
  return readCodeSpan(state, run, ended);
}

/** What begins with a run of backticks that is no fence. */
function readCodeSpan(state: ParserState, run: number, ended: boolean): ParseStep {
  const { pending, tail } = state;
  const rest = new RegExp(`^(?:[^\`\\n]|(?<!\`)(?!\`{${run}}(?!\`))\`+)*?(?<!\`)\`{${run}}(?!\`)`).exec(
    pending.slice(run),
  );
  const escaped = tail.endsWith('\\');
  // The closing run may go on: only the character after it tells.
  if (rest && !escaped && (run + rest[0].length < pending.length || ended)) {
    return code(pending, run + rest[0].length, state.ambiguousSpan || rest[0].includes('|'));
  }
  const isOver = pending.includes('\n') || pending.length > MAX_CODE_SPAN_LENGTH || ended;
  if (!isOver && !escaped) return 'more';
  state.ambiguousSpan = true;
  return text(pending, run);
}

function readMarker(pending: string, match: MarkerMatch): ParseStep {
  if (match === 'more') return 'more';
  if (match === null) return text(pending, 1);
  const { length, numbers, ambiguous } = match;
  const literal = ambiguous ? { literal: pending.slice(0, length) } : {};
  return { used: length, token: { type: 'marker', numbers, ...literal } };
}

/** A marker, a link, or text. */
function readBracket(state: ParserState, match: MarkerMatch, ended: boolean): ParseStep {
  const { pending } = state;
  if (match !== null) {
    if (match !== 'more') state.usesBrackets = true;
    return readMarker(pending, match);
  }
  if (!ended && LABEL_BEGUN.test(pending)) return 'more';
  const label = LABEL.exec(pending);
  if (!label) return text(pending, 1);
  const rest = pending.slice(label[0].length);
  const target = TARGET.exec(rest);
  if (!target) return TARGET_BEGUN.test(rest) && !ended ? 'more' : text(pending, 1);
  const [words = '', address = ''] = [label[1], target[1] ?? target[2]];
  const used = label[0].length + target[0].length;
  return words.trim() === '' ? { used, token: null } : { used, token: { type: 'text', text: words, address } };
}

/** Leaves out an image: to load it would tell its host who reads what. */
function readImage({ pending, tail }: ParserState, ended: boolean): ParseStep {
  if (!ended && (pending === '!' || LABEL_BEGUN.test(pending))) return 'more';
  const label = LABEL.exec(pending);
  if (!label) return text(pending, 1);
  const rest = pending.slice(label[0].length);
  const target = TARGET.exec(rest) ?? REFERENCE.exec(rest);
  if (!target) return (TARGET_BEGUN.test(rest) || REFERENCE_BEGUN.test(rest)) && !ended ? 'more' : text(pending, 1);
  const used = label[0].length + target[0].length;
  return /(?:^|\s)$/.test(tail) ? { used, token: null, image: true } : { used, token: null };
}

/** A raised number, an address in angle brackets, the break of a line, or text. */
function readElement(pending: string, match: MarkerMatch, ended: boolean): ParseStep {
  if (match !== null) return readMarker(pending, match);
  if (!ended && (AUTOLINK_BEGUN.test(pending) || LINE_BREAK_BEGUN.test(pending))) return 'more';
  const lineBreak = LINE_BREAK.exec(pending);
  if (lineBreak) return { used: lineBreak[0].length, token: { type: 'text', text: ' ' } };
  const address = AUTOLINK.exec(pending);
  if (!address) return text(pending, 1);
  return { used: address[0].length, token: { type: 'text', text: address[1] ?? '' } };
}

const text = (pending: string, used: number): ParseStep => ({
  used,
  token: { type: 'text', text: pending.slice(0, used) },
});

const code = (pending: string, used: number, mustEscape: boolean): ParseStep => ({
  used,
  token: { type: 'code', text: pending.slice(0, used), escape: mustEscape },
});
