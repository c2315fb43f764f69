import { OFTEN_LAST, WITHIN_SENTENCES } from './abbreviations.ts';

/** Does a sentence continue over a break that Unicode's rules find, by the text before it and the beginning of what follows? */
type Rule = (before: string, after: string) => boolean;

const LAST_WORD = /(?:^|[\s([{"'“‘«/])([\p{L}\p{M}.]{1,12})\.\s*$/u;
/** An abbreviation in two or more pieces: “z. B.”, “d. h.”, “i. d. R.”. */
const IN_PIECES = /(?:^|[\s([{"'“‘«/])\p{L}\.\s?\p{L}\.\s*$/u;
const FIRST_PIECE = /(?:^|[\s([{"'“‘«/])\p{L}\.\s*$/u;
const NEXT_PIECE = /^\s*\p{L}\.(?:\s|$)/u;
/** A number in a sentence of a script without spaces, whose full stop is another character: “方法は、1. Slack と 2. メール”. */
const COUNTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001\u3002\uff0c\uff1a\uff1b][ \t]?\d{1,2}\.\s*$/u;
/** The stop of a name of which all members are meant: “import.meta.env.*”. */
const WITHIN_NAME = /[\p{L}\p{N}]\.$/u;

const RULES: Rule[] = [
  (before) => COUNTS.test(before),
  (before, after) => /^[*{<$]/.test(after) && WITHIN_NAME.test(before),
  (before, after) => IN_PIECES.test(before) || (NEXT_PIECE.test(after) && FIRST_PIECE.test(before)),
  (before, after) => /^\s*[\p{Ll}\p{Pe},;]/u.test(after) && /[.…]["'”’)]?\s*$/u.test(before),
  // A part of an address, a path or a command: “?page=2”, “[!NOTE]”, “../images”.
  (before, after) => /[?!]$/.test(before) && (/^[\p{Ll}\p{N}_=&<{$*]/u.test(after) || /[[(<`][?!]$/.test(before)),
  (before, after) => /\.$/.test(before) && /^[/\\]/.test(after),
  // “I see “Really quit?” and cannot …”
  (before, after) => /[?!]["'”’»)\]]\s*$/u.test(before) && /^\s*\p{Ll}/u.test(after),
  // A name that begins with a dot: “.NET”, “.AppImage”.
  (before, after) => /(?:^|[\s(["'])\.$/u.test(before) && /^[\p{L}\p{N}_]/u.test(after),
  continuesAfterWord,
];

function continuesAfterWord(before: string, after: string): boolean {
  const word = LAST_WORD.exec(before.slice(-16))?.[1];
  if (word === undefined) return false;
  const abbreviation = word.toLowerCase();
  if (OFTEN_LAST.has(abbreviation)) return /^\s*[\p{Ll}\p{N}]/u.test(after);
  // An initial: “J. Smith”. A single letter that ends a sentence (“vitamin C.”) is rarer than a name.
  return WITHIN_SENTENCES.has(abbreviation) || (/^\p{Lu}$/u.test(word) && /^\p{Lu}/u.test(after));
}

/** A German ordinal has a full stop, before a month or after an article. */
const ORDINAL =
  /(?:^|\s)(?:das|de[mnrs]|die|seit|am|beim|im|vom|zu[mr]|eine?[mnrs]?|jede[mnrs]?|unsere?[mnrs]?)\s\d{1,3}\.\s*$/iu;
const NUMBER_LAST = /(?:^|\s)\d{1,3}\.\s*$/u;
const MONTH = /^\s*(?:Jän|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/u;

/** Those of one language besides. */
const RULES_OF_LANGUAGE: Record<string, Rule> = {
  de: (before, after) => ORDINAL.test(before) || (NUMBER_LAST.test(before) && MONTH.test(after)),
};

/** Does a sentence of this language continue in the next piece? */
export const sentenceContinues = (before: string, after: string, language: string): boolean =>
  RULES_OF_LANGUAGE[language]?.(before, after) || RULES.some((rule) => rule(before, after));
