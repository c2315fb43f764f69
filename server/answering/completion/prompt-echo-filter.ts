import { createPromptWords, IS_UNSPACED, MARK, type PromptWords, type ShownPrompt, WORD } from './prompt-words.ts';
import { statesAbsence } from './states-absence.ts';
import type { CompletionPart } from './stream-completion.ts';

/** This many words of a rule at the beginning of a sentence are an echo of it, and this many anywhere else. */
const ECHO_LENGTH = { atStart: 5, within: 7 };

/** The fence of the passages in our prompts, however it is spaced. */
const FENCE = String.raw`<\s{0,3}\/?\s{0,3}passages?(?:\s\w{1,20}\s?=[^<>\n]{0,800}|\s#?\d{1,2})?\s{0,3}>`;
/** The control tokens of chat templates. */
const CHAT_MARKS = [
  String.raw`<[|｜][^<>|｜\n]{1,40}[|｜]?>|<\/?[\w ]{1,40}[|｜]>`,
  String.raw`<\/?(?:s|bos|eos|pad|unk|mask|sop|eop|sep|cls|eod)>|<(?:start|end)_of_\w{1,20}>|<unused_?\d{1,4}>`,
  String.raw`<<\/?SYS>>|\[\/?(?:INST|SYSTEM_PROMPT|TOOL_\w{1,20}|AVAILABLE_TOOLS)\]|\[gMASK\]`,
].join('|');
const TOKEN = new RegExp(
  [
    `(?<frame>${FENCE}|(?<chat>${CHAT_MARKS}))`,
    `(?<mark>${MARK})`,
    `(?<word>${WORD})`,
    String.raw`(?<space>\s+)`,
    '(?<other>.)',
  ].join('|'),
  'isuy',
);
/** What may become a frame or a marker with what follows. */
const BEGUN =
  /^(?:<\s{0,3}\/?\s{0,3}passages?\s[^<>\n]{0,820}|<[^<>\n]{0,45}|<<[^<>\n]{0,6}>?|\[[^\]\n]{0,40}|【[^】\n]{0,35})$/iu;
/** What is left out of such a beginning if the text ends with it. */
const BEGUN_FRAME = /^<\s{0,3}(?:\/?\s{0,3}pa\w{0,8}(?:\s[^<>\n]*)?|(?:start|end)_of\w*|[|｜][^<>\n]*)$/iu;
const MAX_BEGUN = 860;
const TYPES = ['frame', 'mark', 'word', 'space', 'other'] as const;
const ROLES = new Set(['user', 'assistant', 'model', 'system']);
const SENTENCE_END = /^[.!?…。！？]$/u;
const CLOSING = /^[\p{Pe}\p{Pf}"'*_`]$/u;
const DIVIDER = /^\s*[-*_=]{3,}\s*$/;

interface Token {
  type: (typeof TYPES)[number];
  text: string;
}

interface FilterState {
  prompt: PromptWords;
  /** Read, and not yet cut into tokens. */
  pending: string;
  /** How much of the word that `pending` begins with has been passed on, in UTF-16 units. */
  passed: number;
  /** Of the sentence that is being read: what may belong to an echo. */
  held: Token[];
  /** The words of `held`: they stand in a rule one after the other, unless it is an echo. */
  words: string[];
  isEcho: boolean;
  /** Nothing of the sentence has been passed on. */
  atStart: boolean;
  /** The sentence is over if a space follows. */
  mayEnd: boolean;
  /** The text was cut off behind the word that is being read. */
  isCut: boolean;
  /** A role may follow, which belongs to the mark before it. */
  expectsRole: boolean;
  /** Nothing but white space has been passed on since something was left out. */
  afterEcho: boolean;
  hasEchoed: boolean;
  /** What is passed on, and the white space at the end of all that was: a line begins where nothing was. */
  output: string;
  trailing: string;
}

/**
 * Leaves out what repeats the prompt instead of answering, as small models do: sentences of its rules, in any case, spacing and
 * punctuation, whole or cut off, with the markers and dividers around them, and the frame of passages and turns. What may
 * become an echo is held back until that is known, so that nothing is sent and taken back. A rule that a passage has too may
 * be said, and so may a statement that the passages do not answer. The result does not depend on where the text is split.
 */
export function createPromptEchoFilter(shown: ShownPrompt) {
  const state: FilterState = {
    prompt: createPromptWords(shown),
    pending: '',
    passed: 0,
    held: [],
    words: [],
    isEcho: false,
    atStart: true,
    mayEnd: false,
    isCut: false,
    expectsRole: false,
    afterEcho: false,
    hasEchoed: false,
    output: '',
    trailing: '\n',
  };
  const take = () => {
    const { output } = state;
    state.output = '';
    return output;
  };
  return {
    read(delta: string): string {
      state.pending += delta;
      readTokens(state);
      return take();
    },
    /** `cutOff`: the model was stopped at its limit, maybe in the middle of a word. */
    end(cutOff: boolean): string {
      readTokens(state, { cutOff });
      closeSentence(state, cutOff);
      return take();
    },
    /** Something has been left out. */
    get hasEchoed() {
      return state.hasEchoed;
    },
  };
}

/** What a model writes, without what it repeats of its prompt. `onEcho` is called if that is anything. */
export async function* withoutPromptEchoes(
  parts: AsyncGenerator<CompletionPart, void>,
  shown: ShownPrompt,
  onEcho: () => void,
): AsyncGenerator<CompletionPart, void> {
  let filter = createPromptEchoFilter(shown);
  const texts = (delta: string): CompletionPart[] => (delta === '' ? [] : [{ type: 'text', delta }]);
  try {
    for await (const part of parts) {
      if (part.type === 'text') yield* texts(filter.read(part.delta));
      else if (part.type === 'end') yield* texts(filter.end(part.reason === 'length'));
      else if (part.type === 'restart') filter = createPromptEchoFilter(shown);
      if (filter.hasEchoed) onEcho();
      if (part.type !== 'text') yield part;
    }
  } catch (error) {
    // What a model has written before it fails stands.
    yield* texts(filter.end(true));
    throw error;
  }
}

/** `end`: nothing follows. */
function readTokens(state: FilterState, end: { cutOff: boolean } | null = null): void {
  const { pending } = state;
  let at = 0;
  while (at < pending.length) {
    if (end === null && mayGoOn(pending.slice(at, at + MAX_BEGUN), BEGUN)) break;
    TOKEN.lastIndex = at;
    const { 0: text, groups = {} } = TOKEN.exec(pending) as RegExpExecArray;
    const type = TYPES.find((one) => groups[one] !== undefined) ?? 'other';
    const isLast = at + text.length === pending.length;
    if (end === null && isLast && type === 'space') break;
    const mayBeLonger = type === 'word' && !IS_UNSPACED.test(text) && /^['’]?$/.test(pending.slice(at + text.length));
    if (end === null && mayBeLonger) {
      passBeginning(state, text);
      break;
    }
    if (end !== null && type === 'other' && mayGoOn(pending.slice(at), BEGUN_FRAME)) {
      leaveOut(state);
      at = pending.length;
      break;
    }
    at += text.length;
    state.isCut = isLast && end?.cutOff === true;
    addToken(state, { type, text }, groups.chat !== undefined);
  }
  state.pending = pending.slice(at);
}

/** Is all that is left the beginning of something? */
const mayGoOn = (rest: string, begun: RegExp): boolean => rest.length < MAX_BEGUN && begun.test(rest);

function addToken(state: FilterState, token: Token, isChatMark: boolean): void {
  const { type, text } = token;
  if (type === 'frame' && !state.prompt.isQuoted(text)) {
    leaveOut(state);
    state.expectsRole = isChatMark;
    return;
  }
  if (state.expectsRole && type === 'word') {
    state.expectsRole = false;
    if (ROLES.has(text.toLowerCase())) return;
  }
  const endsHere = state.mayEnd && (type === 'space' || type === 'mark');
  if (endsHere || (type === 'space' && text.includes('\n'))) closeSentence(state, false);
  else if (state.mayEnd && !CLOSING.test(text)) state.mayEnd = false;
  if (type === 'word') {
    addWord(state, token);
    return;
  }
  if (type === 'other' && SENTENCE_END.test(text)) state.mayEnd = state.words.length > 0 || !state.atStart;
  const isMarkOfEcho = type === 'mark' && state.afterEcho && state.held.length === 0;
  if (isMarkOfEcho) return;
  // What is before the first word of a sentence goes with it.
  if (state.held.length > 0 || (state.atStart && type === 'other')) state.held.push(token);
  else pass(state, token);
}

/** Passes on the beginning of a word, and what is held before it, if no echo has them, whatever the word becomes. */
function passBeginning(state: FilterState, beginning: string): void {
  const { prompt, held, words } = state;
  if (state.isEcho || state.expectsRole || isNumberOfItem(state, beginning)) return;
  while (!prompt.mayHave([...words, beginning.toLowerCase()], state.atStart)) {
    if (words.length === 0) {
      passHeld(state, held.length);
      state.output += beginning.slice(state.passed);
      state.passed = beginning.length;
      return;
    }
    passFirstWord(state);
  }
}

function addWord(state: FilterState, token: Token): void {
  const word = token.text.toLowerCase();
  const { prompt, held, words } = state;
  if (state.passed > 0) {
    pass(state, token);
    return;
  }
  if (isNumberOfItem(state, word)) {
    held.push(token);
    return;
  }
  // The beginning of a word.
  const isCutEcho = state.isCut && state.atStart && prompt.hasSentence([...words, word], true);
  while (!state.isEcho && !isCutEcho && !prompt.has([...words, word], state.atStart)) {
    if (words.length === 0) {
      passHeld(state, held.length);
      pass(state, token);
      return;
    }
    passFirstWord(state);
  }
  held.push(token);
  words.push(word);
  const length = state.atStart ? ECHO_LENGTH.atStart : ECHO_LENGTH.within;
  state.isEcho ||= words.length >= length && !prompt.passagesHave(words);
}

const isNumberOfItem = ({ atStart, words }: FilterState, word: string): boolean =>
  atStart && words.length === 0 && /^\p{N}+$/u.test(word);

/** Decides about what is held of a sentence that is over. */
function closeSentence(state: FilterState, cutOff: boolean): void {
  const { held, words, prompt, atStart } = state;
  const text = held.map((token) => token.text).join('');
  const isWhole =
    atStart && words.length > 0 && prompt.hasSentence(words, cutOff) && (cutOff || !prompt.passagesHave(words));
  const isDivider = state.afterEcho && words.length === 0 && (cutOff || DIVIDER.test(text));
  if (isDivider || ((state.isEcho || isWhole) && !statesAbsence(text))) leaveOut(state);
  else passHeld(state, held.length);
  [state.held, state.words] = [[], []];
  [state.isEcho, state.atStart, state.mayEnd] = [false, true, false];
}

function leaveOut(state: FilterState): void {
  [state.hasEchoed, state.afterEcho] = [true, true];
}

/** Passes on the first word that is held, with what is around it. */
function passFirstWord(state: FilterState): void {
  const { held } = state;
  const first = held.findIndex(({ type, text }) => type === 'word' && text.toLowerCase() === state.words[0]);
  const next = held.findIndex(({ type }, at) => at > first && type === 'word');
  state.words.shift();
  passHeld(state, next === -1 ? held.length : next);
}

function passHeld(state: FilterState, count: number): void {
  for (const token of state.held.splice(0, count)) pass(state, token);
}

function pass(state: FilterState, { type, text }: Token): void {
  if (type === 'space') {
    // The white space before what was left out is enough, unless only the one after it breaks the line.
    const isEnough = state.trailing !== '' && (state.trailing.includes('\n') || !text.includes('\n'));
    if (state.afterEcho && isEnough) return;
    state.trailing += text;
  } else {
    [state.trailing, state.afterEcho] = ['', false];
    if (type !== 'mark') state.atStart = false;
  }
  state.output += text.slice(state.passed);
  state.passed = 0;
}
