import { CLOSING_WORDS } from '../../language/vocabulary/letter-words.ts';

const IN_CAPITALS = /\p{Lu}+/gu;
/** “HTTP ERROR” and “API KEY” are names. */
const MIN_SHOUTED = 3;
const SMALL_LETTER = /\p{Ll}/u;

/**
 * What a message says, without what was sent along: the calls below a pasted error, the salutation and the closing of a letter,
 * and capitals throughout, in which nothing is a name.
 */
export function tellingText(message: string): string {
  const text = withoutLetterParts(withoutCalls(message));
  const isShouted = !SMALL_LETTER.test(text) && (text.match(IN_CAPITALS)?.length ?? 0) >= MIN_SHOUTED;
  return isShouted ? text.toLowerCase() : text;
}

/** The source line that Python prints below each. */
const PYTHON_CALL = /^File "[^"\n]*", line \d+/u;
const EXCEPTION = /^[\w.$]*(?:Error|Exception|Warning|Interrupt|Exit)\b/u;
/** Where a program was when it failed, as JavaScript, Java, .NET, Python, PHP, Ruby and Go print it. */
const CALLS = [
  /^at (?:async |new )?[^\s(]+ ?\(/u,
  /^at \S+:\d+$/u,
  /^at \S.* in \S+:line \d+$/u,
  /^Traceback \(most recent call last\):?$/u,
  /^#\d+ /u,
  /^from \S+:\d+:in /u,
  /^in \S+ \(line \d+\)$/u,
  /^in \S+:\d+$/u,
  /^goroutine \d+ \[/u,
  /^\.\.\. \d+ (?:more|common frames omitted)$/u,
  /^(?:file:\/\/)?[^\s:]+:\d+(?::\d+)?:?$/u,
  /^[\^~]+$/u,
];
/** When a line was logged. */
const LOGGED_AT = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.,+Z]*\]?\s*/u;

/** Without the lines that say where a program was; all of them if they are nothing else. */
function withoutCalls(message: string): string {
  const lines = message.split('\n');
  if (lines.length === 1) return message;
  let isSource = false;
  const left = lines.filter((line) => {
    const said = line.trim();
    const isCall = PYTHON_CALL.test(said) || CALLS.some((call) => call.test(said));
    const isLeft = !isCall && !(isSource && !EXCEPTION.test(said));
    isSource = PYTHON_CALL.test(said);
    return isLeft;
  });
  if (left.length === lines.length || left.every((line) => line.trim() === '')) return message;
  return left.map((line) => line.trim().replace(LOGGED_AT, '')).join('\n');
}

const CLOSINGS = new Set(Object.values(CLOSING_WORDS).flatMap((list) => list.split(' ')));
const NOT_IN_WORDS = /[^\p{L}\p{M}]+/gu;
/** “Dear Sir or Madam,” on a line of its own. */
const SALUTATION = /^[^\n.?!？！。]{1,60}[,!，：]\s*\n/u;
/** A letter has as many lines. */
const LETTER_LINES = 4;
/** Name, company, telephone: what follows a closing. */
const MAX_SIGNATURE = 8;

/** Without its salutation and its closing, if that is how it is written; else as it is. */
function withoutLetterParts(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (lines.length < LETTER_LINES) return text;
  const from = Math.max(1, lines.length - 1 - MAX_SIGNATURE);
  const closing = lines.findIndex((line, at) => at >= from && isClosing(line));
  if (closing === -1) return text;
  const body = lines.slice(0, closing).join('\n').trim();
  return body.replace(SALUTATION, '').trim() || text;
}

const isClosing = (line: string): boolean =>
  CLOSINGS.has(line.toLowerCase().replace(NOT_IN_WORDS, ' ').trim().replaceAll(' ', '_'));
