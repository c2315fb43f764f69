/** A piece of what a model writes. */
export type AnswerToken =
  | { type: 'text'; text: string }
  /** Passed on as it is, unless `escape` is set: not every Markdown renderer takes it for code. */
  | { type: 'code'; text: string; escape: boolean }
  /** `[1]` or `[1, 2]`: passage numbers, which need not exist. */
  | { type: 'marker'; numbers: number[] };

export interface CitationMarkerParser {
  parse(chunk: string): AnswerToken[];
  /** The text is complete: what was held back is decided as it stands. */
  end(): AnswerToken[];
}

const NUMBERS = String.raw`\d{1,9}(?:\s?[,;]\s?\d{1,9}){0,9}`;
const MARKER = new RegExp(
  String.raw`^(?:\[\[\^?(${NUMBERS})\]\]|\[\^?(${NUMBERS})\]|【(\d{1,9})(?:[†:][^】\n]{0,40})?】)`,
);
/** What may still become a marker. */
const MARKER_BEGUN = new RegExp(
  String.raw`^(?:\[\[?\^?(?:\d{1,9}\s?[,;]\s?){0,10}(?:\d{1,9}\s?)?|\[\[\^?${NUMBERS}\]|【(?:\d{1,9}(?:[†:][^】\n]{0,40})?)?)$`,
);
/** The address of a link whose text is a marker. */
const ADDRESS = /^\([^()\s]{0,1000}\)/;
const ADDRESS_BEGUN = /^\([^()\s]{0,1000}$/;
const MAX_CODE_SPAN_LENGTH = 200;
const MAX_FENCE_LINE_LENGTH = 200;
/** What may stand before the fence of a code block on its line. */
const BEFORE_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?[\s>]*$/;

/** One step of the parser: how many characters of `pending` it takes and the token they make, or that it needs more text. */
type ParseStep = { used: number; token: AnswerToken | null } | 'more';

interface ParserState {
  /** Read and not yet decided. */
  pending: string;
  /** What stands before `pending` on its line. */
  line: string;
  afterMarker: boolean;
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
export function createCitationMarkerParser(): CitationMarkerParser {
  const state: ParserState = {
    pending: '',
    line: '',
    afterMarker: false,
    fence: null,
    ambiguousFence: false,
    ambiguousSpan: false,
  };
  return {
    parse(chunk) {
      const tokens: AnswerToken[] = [];
      for (let at = 0; at < chunk.length; at++) {
        state.pending += chunk[at];
        tokens.push(...takeDecided(state, false));
      }
      return tokens;
    },
    end: () => [...takeDecided(state, true)],
  };
}

/** Takes what is decided out of `pending`; `ended`: no more text follows. */
function* takeDecided(state: ParserState, ended: boolean): Generator<AnswerToken> {
  while (state.pending !== '') {
    const step = nextStep(state, ended);
    if (step === 'more') return;
    const taken = state.pending.slice(0, step.used);
    state.pending = state.pending.slice(step.used);
    if (taken.endsWith('\n')) {
      if (state.line.trim() === '') state.ambiguousSpan = false;
      state.line = '';
    } else state.line += taken;
    state.afterMarker = step.token?.type === 'marker';
    if (step.token) yield step.token;
  }
}

function nextStep(state: ParserState, ended: boolean): ParseStep {
  const { pending, fence, afterMarker } = state;
  const [first = ''] = pending;
  if (fence) return readFencedCharacter(state, fence, first);
  if (first === '`' || first === '~') return readBackticks(state, first, ended);
  if (first === '[' || first === '【') return readBracket(pending, ended);
  if (first === '(' && afterMarker) return readMarkerAddress(pending, ended);
  return text(pending, 1);
}

function readFencedCharacter(state: ParserState, fence: CodeFence, first: string): ParseStep {
  if (first !== '\n' || !fence.closingLine.test(state.line)) return code(state.pending, 1, fence.escape);
  state.fence = null;
  return text(state.pending, 1);
}

/** A run of backticks or tildes: a fence, the beginning of a code span, or text. */
function readBackticks(state: ParserState, mark: string, ended: boolean): ParseStep {
  const { pending, line } = state;
  const run = /^(?:`+|~+)/.exec(pending)?.[0].length ?? 1;
  if (run === pending.length && !ended) return 'more';
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
  const { pending, line } = state;
  const rest = new RegExp(`^(?:[^\`\\n]|(?<!\`)(?!\`{${run}}(?!\`))\`+)*?(?<!\`)\`{${run}}(?!\`)`).exec(
    pending.slice(run),
  );
  const escaped = line.endsWith('\\');
  // The closing run may go on: only the character after it tells.
  if (rest && !escaped && (run + rest[0].length < pending.length || ended)) {
    return code(pending, run + rest[0].length, state.ambiguousSpan || rest[0].includes('|'));
  }
  const isOver = pending.includes('\n') || pending.length > MAX_CODE_SPAN_LENGTH || ended;
  if (!isOver && !escaped) return 'more';
  state.ambiguousSpan = true;
  return text(pending, run);
}

function readBracket(pending: string, ended: boolean): ParseStep {
  if (MARKER_BEGUN.test(pending) && !ended) return 'more';
  const marker = MARKER.exec(pending);
  if (!marker) return text(pending, 1);
  const numbers = (marker[1] ?? marker[2] ?? marker[3] ?? '').split(/[,;]/).map(Number);
  return { used: marker[0].length, token: { type: 'marker', numbers } };
}

/** Drops the address of a link whose text is a marker. */
function readMarkerAddress(pending: string, ended: boolean): ParseStep {
  const address = ADDRESS.exec(pending);
  if (address) return { used: address[0].length, token: null };
  return ADDRESS_BEGUN.test(pending) && !ended ? 'more' : text(pending, 1);
}

const text = (pending: string, used: number): ParseStep => ({
  used,
  token: { type: 'text', text: pending.slice(0, used) },
});

const code = (pending: string, used: number, mustEscape: boolean): ParseStep => ({
  used,
  token: { type: 'code', text: pending.slice(0, used), escape: mustEscape },
});
