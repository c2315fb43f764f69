/** The tags around what a model thinks before it answers, in lower case. */
const THINKING_TAGS: [opening: string, closing: string][] = [
  // DeepSeek R1, Qwen, GLM
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  // Magistral
  ['[think]', '[/think]'],
  // Kimi
  ['◁think▷', '◁/think▷'],
  // Command A
  ['<|start_thinking|>', '<|end_thinking|>'],
  // gpt-oss
  ['<|channel|>analysis', '<|channel|>final<|message|>'],
  ['<|channel|>commentary', '<|channel|>final<|message|>'],
];

/** Tags of a turn that some servers leave in the text. */
const TURN_TAGS = [
  '<|start|>assistant',
  '<|end|>',
  '<|return|>',
  '<|im_end|>',
  '<|eot_id|>',
  '<|end_of_text|>',
  '<|endoftext|>',
  '<|eom_id|>',
  '<end_of_turn>',
  '</s>',
  '<answer>',
  '</answer>',
];

/** Text, or the news that all text before was thinking. */
type FilteredPart = { type: 'text'; delta: string } | { type: 'restart' };

const OPENINGS = new Map(THINKING_TAGS);
const CLOSINGS = [...new Set(THINKING_TAGS.map(([, closing]) => closing))];
const TAGS = [...OPENINGS.keys(), ...CLOSINGS, ...TURN_TAGS];
const LONGEST = Math.max(...TAGS.map((tag) => tag.length));
const FIRST_CHARACTERS = new Set(TAGS.map((tag) => tag[0]));
const FENCE = /^\s*(?:`{3,}|~{3,})/;
/** So much of a line tells whether it is a fence. */
const MAX_LINE_LENGTH = 20;

interface FilterState {
  pending: string;
  /** The tags that end the thinking; null outside of it. */
  closings: string[] | null;
  /** What has been left out and is text if the thinking never ends; null if it is thinking in any case. */
  leftOut: string | null;
  /** No text has been passed on, but white space. */
  atStart: boolean;
  endedUnopened: boolean;
  hasThought: boolean;
  /** The beginning of the line, and what of it is code. */
  line: string;
  inFence: boolean;
  inSpan: boolean;
}

/**
 * Leaves out the thinking of a model, wherever the text is split. Tags in code are text. Some templates write the opening tag
 * into the prompt, so that a text begins in its thinking: with `startsThinking` it is held back until that ends; else all
 * that was passed on is taken back by `restart`.
 */
export function createThinkingFilter(startsThinking: boolean) {
  const state: FilterState = {
    pending: '',
    closings: startsThinking ? CLOSINGS : null,
    leftOut: startsThinking ? '' : null,
    atStart: true,
    endedUnopened: false,
    hasThought: false,
    line: '',
    inFence: false,
    inSpan: false,
  };
  return {
    read(delta: string): FilteredPart[] {
      state.pending += delta;
      return joinTexts(takeDecided(state, false));
    },
    end(reason: 'stop' | 'length'): FilteredPart[] {
      const parts = joinTexts(takeDecided(state, true));
      const { closings, leftOut } = state;
      if (closings && leftOut && reason === 'stop') parts.push({ type: 'text', delta: leftOut });
      else if (closings) state.hasThought = true;
      return parts;
    },
    /** What is being read is left out. */
    get isThinking() {
      return state.closings !== null;
    },
    /** Thinking has ended that had no opening tag. */
    get endedUnopened() {
      return state.endedUnopened;
    },
    /** The text has begun with thinking. */
    get hasThought() {
      return state.hasThought;
    },
  };
}

function* takeDecided(state: FilterState, ended: boolean): Generator<FilteredPart> {
  let at = 0;
  const { pending } = state;
  const lower = pending.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  while (at < pending.length) {
    if (state.closings) {
      const next = endOfThinking(state, state.closings, lower, at);
      if (next === -1) {
        const kept = ended ? pending.length : Math.max(at, pending.length - LONGEST);
        if (state.leftOut !== null) state.leftOut += pending.slice(at, kept);
        at = kept;
        break;
      }
      at = next;
      continue;
    }
    const character = pending[at] as string;
    const rest = FIRST_CHARACTERS.has(character) ? lower.slice(at, at + LONGEST) : '';
    const isCode = state.inFence || state.inSpan;
    if (rest === '' || isCode) {
      yield pass(state, character);
      at++;
      continue;
    }
    const tag = TAGS.find((one) => rest.startsWith(one));
    if (tag === undefined && !ended && at + rest.length === pending.length && TAGS.some((one) => one.startsWith(rest)))
      break;
    if (tag === undefined) yield pass(state, character);
    else yield* takeTag(state, tag, pending.slice(at, at + tag.length));
    at += tag?.length ?? 1;
  }
  state.pending = pending.slice(at);
}

function* takeTag(state: FilterState, tag: string, written: string): Generator<FilteredPart> {
  const closing = OPENINGS.get(tag);
  if (closing !== undefined) {
    state.closings = [closing];
    // In the middle of a text it may be a word of the documents.
    state.leftOut = state.atStart ? null : written;
    state.hasThought ||= state.atStart;
  } else if (CLOSINGS.includes(tag)) {
    if (!state.atStart) state.endedUnopened = state.hasThought = true;
    restartLine(state);
    yield { type: 'restart' };
  }
}

/** Where the text continues after the thinking, -1 if it does not end yet. */
function endOfThinking(state: FilterState, closings: string[], lower: string, from: number): number {
  let first = -1;
  let length = 0;
  for (const closing of closings) {
    const at = lower.indexOf(closing, from);
    if (at !== -1 && (first === -1 || at < first)) [first, length] = [at, closing.length];
  }
  if (first === -1) return -1;
  state.endedUnopened ||= closings === CLOSINGS;
  state.hasThought ||= closings === CLOSINGS;
  state.closings = null;
  state.leftOut = null;
  return first + length;
}

function pass(state: FilterState, character: string): FilteredPart {
  if (character === '\n') {
    if (FENCE.test(state.line)) state.inFence = !state.inFence;
    [state.line, state.inSpan] = ['', false];
  } else {
    if (state.line.length < MAX_LINE_LENGTH) state.line += character;
    if (character === '`' && !state.inFence) state.inSpan = !state.inSpan;
  }
  if (character.trim() !== '') state.atStart = false;
  return { type: 'text', delta: character };
}

function restartLine(state: FilterState): void {
  state.atStart = true;
  [state.line, state.inFence, state.inSpan] = ['', false, false];
}

function joinTexts(parts: Iterable<FilteredPart>): FilteredPart[] {
  const joined: FilteredPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.type === 'text' && last?.type === 'text') last.delta += part.delta;
    else joined.push(part);
  }
  return joined;
}
