/** A piece of what a model writes. */
export type AnswerToken =
  | { type: 'text'; text: string }
  /** Passed on as it is; `defuse`: not every reader of Markdown may take it for code. */
  | { type: 'code'; text: string; escape: boolean }
  /** `[1]` or `[1, 2]`: the numbers of passages, whether or not there are such. */
  | { type: 'marker'; numbers: number[] };

export interface CitationMarkerParser {
  parse(chunk: string): AnswerToken[];
  /** The text is over: what was held back is what it looked like. */
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
/** The address of a link that a marker is made the text of. */
const ADDRESS = /^\([^()\s]{0,1000}\)/;
const ADDRESS_BEGUN = /^\([^()\s]{0,1000}$/;
const MAX_CODE_SPAN_LENGTH = 200;
const MAX_FENCE_LINE_LENGTH = 200;
/** What may stand before the fence of a code block on its line. */
const BEFORE_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?[\s>]*$/;

type ParseStep = { used: number; piece: AnswerToken | null } | 'more';

/**
 * Finds the markers in a text as it arrives, wherever it is split: it is read one character after the other, and what may
 * become a marker or code waits until that is decided. In code there are no markers. Where readers of Markdown may differ
 * on what is code, it says so (`defuse`), so that nothing hides from us in code that is none to the visitor.
 */
export function createCitationMarkerParser(): CitationMarkerParser {
  let held = '';
  /** What stands before `held` on its line, and whether the last piece was a marker. */
  let line = '';
  let afterMarker = false;
  let fence: { closes: RegExp; defuse: boolean } | null = null;
  /** A fence in a list or a quote: where it ends depends on who reads it, and so does every later one. */
  let oddFence = false;
  /** A backtick of this paragraph has no partner on its line: which ones belong together is anybody's guess. */
  let oddSpan = false;

  const text = (used: number): ParseStep => ({ used, piece: { type: 'text', text: held.slice(0, used) } });
  const code = (used: number, defuse: boolean): ParseStep => ({
    used,
    piece: { type: 'code', text: held.slice(0, used), escape: defuse },
  });

  function next(ended: boolean): ParseStep {
    const [first = ''] = held;
    if (fence) return inFence(fence, first);
    if (first === '`' || first === '~') return backticks(first, ended);
    if (first === '[' || first === '【') return bracket(ended);
    if (first === '(' && afterMarker) {
      const address = ADDRESS.exec(held);
      if (address) return { used: address[0].length, piece: null };
      return ADDRESS_BEGUN.test(held) && !ended ? 'more' : text(1);
    }
    return text(1);
  }

  function inFence({ closes, defuse }: { closes: RegExp; defuse: boolean }, first: string): ParseStep {
    if (first !== '\n' || !closes.test(line)) return code(1, defuse);
    fence = null;
    return text(1);
  }

  function backticks(mark: string, ended: boolean): ParseStep {
    const run = /^(?:`+|~+)/.exec(held)?.[0].length ?? 1;
    if (run === held.length && !ended) return 'more';
    if (run >= 3 && BEFORE_FENCE.test(line)) {
      const newline = held.indexOf('\n');
      const opening = newline === -1 ? held : held.slice(0, newline);
      const span = mark === '`' && opening.includes('`', run);
      if (!span && newline === -1 && !ended && held.length <= MAX_FENCE_LINE_LENGTH) return 'more';
      if (!span && newline !== -1) {
        oddFence ||= line !== '';
        fence = { closes: new RegExp(`^\\s*${mark}{${run},}\\s*$`), defuse: oddFence };
        return code(newline + 1, oddFence);
      }
    }
    if (mark === '~') return text(run);
    return span(run, ended);
  }

  function span(run: number, ended: boolean): ParseStep {
    const closed = new RegExp(`^(?:[^\`\\n]|(?<!\`)(?!\`{${run}}(?!\`))\`+)*?(?<!\`)\`{${run}}(?!\`)`).exec(
      held.slice(run),
    );
    const escaped = line.endsWith('\\');
    const over = held.includes('\n') || held.length > MAX_CODE_SPAN_LENGTH || ended;
    // The run that closes it may go on: only the character after it tells.
    if (closed && !escaped && (run + closed[0].length < held.length || ended)) {
      return code(run + closed[0].length, oddSpan || closed[0].includes('|'));
    }
    if (!over && !escaped) return 'more';
    oddSpan = true;
    return text(run);
  }

  function bracket(ended: boolean): ParseStep {
    if (MARKER_BEGUN.test(held) && !ended) return 'more';
    const marker = MARKER.exec(held);
    if (!marker) return text(1);
    const numbers = (marker[1] ?? marker[2] ?? marker[3] ?? '').split(/[,;]/).map(Number);
    return { used: marker[0].length, piece: { type: 'marker', numbers } };
  }

  function settle(ended: boolean, pieces: AnswerToken[]): void {
    while (held !== '') {
      const step = next(ended);
      if (step === 'more') return;
      const taken = held.slice(0, step.used);
      held = held.slice(step.used);
      if (taken.endsWith('\n')) {
        if (line.trim() === '') oddSpan = false;
        line = '';
      } else line += taken;
      afterMarker = step.piece?.type === 'marker';
      if (step.piece) pieces.push(step.piece);
    }
  }

  return {
    parse(chunk) {
      const pieces: AnswerToken[] = [];
      for (let at = 0; at < chunk.length; at++) {
        held += chunk[at];
        settle(false, pieces);
      }
      return pieces;
    },
    end() {
      const pieces: AnswerToken[] = [];
      settle(true, pieces);
      return pieces;
    },
  };
}
