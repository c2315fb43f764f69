import { type Lexicon, type Unit, unitOf } from '../../language/lexicon/lexicon.ts';
import { stem } from '../../language/stem.ts';
import { toOneForm } from '../../language/words.ts';

/** A word, number or identifier of a text. */
export interface Token {
  /** Lower case. */
  text: string;
  term: string;
  /** Function words only join the others. */
  isContent: boolean;
  /** Of a number in digits or words; else null. */
  value: number | null;
  isNegated: boolean;
  clause: number;
  /** Offset in the analyzed text. */
  at: number;
}

/** A number with what it counts: a unit, or else the term of the next word. */
export interface Quantity {
  value: number;
  unit: Unit | null;
  counted: string | null;
}

/** A part of a sentence that says one thing. */
export interface Clause {
  /** Number of its sentence. */
  sentence: number;
  tokens: Token[];
  content: Token[];
  quantities: Quantity[];
  /** The words that negations stand at: what is denied. */
  denied: Token[];
  /** Does another clause of its sentence deny something? */
  isInDenial: boolean;
  /** Does its sentence make an exception (“unless”)? Then its clauses cannot be compared one by one. */
  hasException: boolean;
  limit: 'atLeast' | 'atMost' | null;
  scope: Scope | null;
}

/** Of what a clause speaks: a word such as “all”, and the terms of the next words. */
export interface Scope {
  type: 'all' | 'some' | 'only';
  terms: string[];
}

export interface AnalyzedText {
  /** In one form, as offsets count it. */
  text: string;
  sentences: Token[][];
  clauses: Clause[];
  /** What it measures in. */
  units: Unit[];
}

const TOKEN =
  /\p{Nd}+(?:[.,:'’٫٬]\p{Nd}+)*|(?<![\p{L}\p{N}-])--?\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*|\p{L}+n['’]t(?!\p{L})|(?:(?<=^|[\s(])\.)?[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*(?:[._/:][\p{L}\p{M}\p{N}_]+)*|[;:,.!?()[\]—–|\n]/gu;
const ENDS_SENTENCE = /^[.!?\n|]$/;
const ENDS_CLAUSE = /^[;:()[\]—–]$/;
/** A longer clause says more than one thing, or is no clause. It bounds the work for each. */
const MAX_CLAUSE_TOKENS = 48;

/** Words from a preposition to the one that it negates. */
const MAX_PREPOSITION_DISTANCE = 3;

interface RawToken extends Token {
  end: number;
}

/** Reads a text of a language that has spaces between words. Linear in its length. */
export function analyzeText(text: string, lexicon: Lexicon): AnalyzedText {
  const normalized = toOneForm(text);
  const sentences: Token[][] = [];
  const clauses: Clause[] = [];
  const exceptions = [...normalized.matchAll(lexicon.negationExceptions)].map(
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
  let nextException = 0;
  const isExcepted = ({ at }: RawToken) => {
    while ((exceptions[nextException]?.[1] ?? Number.POSITIVE_INFINITY) <= at) nextException++;
    return (exceptions[nextException]?.[0] ?? Number.POSITIVE_INFINITY) <= at;
  };
  for (const sentence of splitSentences(readTokens(normalized, lexicon))) {
    sentences.push(sentence.filter(({ text: word }) => !isPunctuation(word)));
    const hasException = sentence.some(({ text: word }) => lexicon.exceptions.has(word));
    const firstClause = clauses.length;
    for (const part of splitClauses(sentence, lexicon)) {
      const words = part.filter(({ text: word }) => !isPunctuation(word));
      if (words.length === 0) continue;
      const start = words[0]?.at ?? 0;
      const clauseText = normalized.slice(start, words.at(-1)?.end);
      for (const token of words) token.clause = clauses.length;
      clauses.push({
        sentence: sentences.length - 1,
        tokens: words,
        content: words.filter(({ isContent }) => isContent),
        quantities: readQuantities(words),
        denied: markNegations(part, lexicon, isExcepted),
        isInDenial: false,
        hasException,
        limit: lexicon.atMost.test(clauseText) ? 'atMost' : lexicon.atLeast.test(clauseText) ? 'atLeast' : null,
        scope: scopeOf(words, lexicon),
      });
    }
    const added = clauses.slice(firstClause);
    const denials = added.filter(({ denied }) => denied.length > 0);
    for (const clause of added) clause.isInDenial = denials.some((other) => other !== clause);
  }
  const units = sentences.flat().flatMap(({ text: word }) => unitOf(word) ?? []);
  return { text: normalized, sentences, clauses, units };
}

const isPunctuation = (word: string) => /^[;:,.!?()[\]—–|\n]$/.test(word);

function readTokens(text: string, lexicon: Lexicon): RawToken[] {
  const found: RawToken[] = [];
  for (const { 0: word, index: at } of text.matchAll(TOKEN)) {
    const lower = word.toLowerCase().replace("'", '’');
    const isNumber = /^\p{Nd}/u.test(word);
    const value = isNumber ? numberOf(word) : (lexicon.numerals.get(lower) ?? null);
    const before = found.at(-1);
    // Twenty four, trente deux.
    if (!isNumber && value !== null && value > 0 && value < 10 && before && !/^\p{Nd}/u.test(before.text)) {
      if (before.value !== null && before.value >= 20 && before.value % 10 === 0 && at - before.end === 1) {
        Object.assign(before, { value: before.value + value, end: at + word.length });
        continue;
      }
    }
    found.push({
      text: lower,
      term: isNumber || isPunctuation(word) ? lower : stem(word.replace(/^\./, ''), lexicon.language),
      isContent: isNumber || (!isPunctuation(word) && isContentWord(word, lower, lexicon)),
      value,
      isNegated: false,
      clause: 0,
      at,
      end: at + word.length,
    });
  }
  return found;
}

function isContentWord(word: string, lower: string, lexicon: Lexicon): boolean {
  if (lexicon.negations.has(lower) || lexicon.negatingPrepositions.has(lower)) return false;
  if (lexicon.before.has(lower) || lexicon.after.has(lower)) return false;
  if (lower.length === 1 && !/\p{Lu}/u.test(word)) return false;
  return !lexicon.stopwords.has(lower) || (lower.length > 3 && lexicon.antonyms.has(stem(lower, lexicon.language)));
}

/** 1,000 and 1.000 are a thousand, 1.5 and 1,5 one and a half. */
function numberOf(word: string): number {
  const grouped = /^\d{1,3}(?:[.,'’]\d{3})+$/.test(word);
  return Number(grouped ? word.replace(/\D/g, '') : word.replace(/[,٫]/g, '.').replace(/[:'’].*/, ''));
}

function splitSentences(tokens: RawToken[]): RawToken[][] {
  const found: RawToken[][] = [];
  let open: RawToken[] = [];
  for (const token of tokens) {
    open.push(token);
    if (!ENDS_SENTENCE.test(token.text)) continue;
    if (open.length > 1) found.push(open);
    open = [];
  }
  if (open.length > 0) found.push(open);
  return found;
}

const contentCount = (tokens: RawToken[]) => tokens.reduce((sum, { isContent }) => sum + (isContent ? 1 : 0), 0);

function splitClauses(sentence: RawToken[], lexicon: Lexicon): RawToken[][] {
  const found: RawToken[][] = [];
  let open: RawToken[] = [];
  let content = 0;
  const close = () => {
    if (open.length > 0) found.push(open);
    open = [];
    content = 0;
  };
  const isAnswer = lexicon.answers.has(sentence[0]?.text ?? '') && /^[,.;:—–]$/.test(sentence[1]?.text ?? '');
  for (let at = isAnswer ? 2 : 0; at < sentence.length; at++) {
    const token = sentence[at];
    if (!token) break;
    const { text } = token;
    if (ENDS_CLAUSE.test(text) || (text === ',' && content >= 2)) close();
    else if (content >= 1 && lexicon.subordinating.has(text)) close();
    else if (content >= 2 && lexicon.coordinating.has(text) && contentCount(sentence.slice(at, at + 6)) >= 2) close();
    else if (open.length >= MAX_CLAUSE_TOKENS) close();
    open.push(token);
    if (token.isContent) content++;
  }
  close();
  return found;
}

/** Marks what is negated in a clause; returns the words that are denied themselves: the next one, or else the last. */
function markNegations(clause: RawToken[], lexicon: Lexicon, isExcepted: (token: RawToken) => boolean): Token[] {
  const denied: Token[] = [];
  for (const [at, token] of clause.entries()) {
    const isPreposition = lexicon.negatingPrepositions.has(token.text);
    if (!isPreposition && !lexicon.negations.has(token.text)) continue;
    if (isExcepted(token)) continue;
    let scope = clause.slice(at + 1);
    const comma = scope.findIndex(({ text }) => text === ',');
    if (comma !== -1) scope = scope.slice(0, comma);
    scope = scope.filter(({ isContent }) => isContent);
    if (isPreposition) scope = isNear(clause, at, scope[0]) ? scope.slice(0, 1) : [];
    const isBackward = scope.length === 0;
    if (isBackward && !isPreposition) scope = clause.slice(0, at).filter(({ isContent }) => isContent);
    for (const one of scope) one.isNegated = isPreposition || !one.isNegated;
    const head = isBackward ? scope.at(-1) : scope[0];
    if (head) denied.push(head);
  }
  return denied;
}

/** “Without a key” denies the key, but “without it you pay” does not deny that you pay. */
const isNear = (clause: RawToken[], preposition: number, word: RawToken | undefined) =>
  word !== undefined && clause.indexOf(word) - preposition <= MAX_PREPOSITION_DISTANCE;

function readQuantities(tokens: RawToken[]): Quantity[] {
  const found: Quantity[] = [];
  for (const [at, { value, end }] of tokens.entries()) {
    if (value === null || Number.isNaN(value)) continue;
    const next = tokens[at + 1];
    const counted = next && next.at - end <= 2 && next.value === null ? next : null;
    const unit = counted ? unitOf(counted.text) : null;
    found.push({ value, unit, counted: counted?.isContent ? counted.term : null });
  }
  return found;
}

function scopeOf(tokens: Token[], { all, some, only }: Lexicon): Scope | null {
  for (const [type, words] of [
    ['only', only],
    ['all', all],
    ['some', some],
  ] as const) {
    const at = tokens.findIndex(({ text }) => words.has(text));
    if (at === -1) continue;
    const next = tokens.slice(at + 1).filter(({ isContent }) => isContent);
    return { type, terms: next.slice(0, 2).map(({ term }) => term) };
  }
  return null;
}
