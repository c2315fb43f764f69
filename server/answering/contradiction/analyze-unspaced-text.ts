import { type Lexicon, unitOf } from '../../language/lexicon/lexicon.ts';
import { toOneForm } from '../../language/words.ts';
import type { AnalyzedText, Clause, Quantity, Token } from './analyze-text.ts';

/** Characters of one kind in a row. Kana between them are endings and particles, so they are no words here. */
const RUN =
  /(?<number>\p{Nd}+(?:[.,]\p{Nd}+)*)|(?<latin>[\p{Script=Latin}_][\p{Script=Latin}\p{Nd}_.-]*)|(?<han>[\p{Script=Han}々〆]+)|(?<kana>[\p{Script=Katakana}ー]+)|(?<end>[、。，！？!?;；\n])/gu;
const ENDS_SENTENCE = /^[。！？!?\n]$/;
const MAX_UNIT_LENGTH = 3;
/** A longer clause is cut, which bounds the work for each. */
const MAX_CLAUSE_TOKENS = 64;

/** Reads a text of a language without spaces: Han characters in pairs, other scripts in runs. Linear in its length. */
export function analyzeUnspacedText(text: string, lexicon: Lexicon): AnalyzedText {
  const normalized = toOneForm(text);
  const negations = findNegations(normalized, lexicon);
  const sentences: Token[][] = [[]];
  const clauses: Clause[] = [];
  let open: { tokens: Token[]; quantities: Quantity[] } = { tokens: [], quantities: [] };
  let nextNegation = 0;
  const close = (end: number) => {
    const own: number[] = [];
    while ((negations[nextNegation] ?? Number.POSITIVE_INFINITY) <= end) own.push(negations[nextNegation++] ?? 0);
    if (open.tokens.length > 0) {
      const { tokens, quantities } = open;
      const denied = markNegations(tokens, own, lexicon);
      const rest = { isInDenial: false, hasException: false, limit: null, scope: null };
      clauses.push({
        sentence: sentences.length - 1,
        tokens,
        content: tokens.filter(({ isContent }) => isContent),
        quantities,
        denied,
        ...rest,
      });
    }
    open = { tokens: [], quantities: [] };
  };
  for (const { 0: run, index, groups = {} } of normalized.matchAll(RUN)) {
    if (groups.end) {
      close(index);
      if (ENDS_SENTENCE.test(run) && sentences.at(-1)?.length) sentences.push([]);
      continue;
    }
    if (open.tokens.length >= MAX_CLAUSE_TOKENS) close(index);
    const tokens = tokensOf(run, index, groups, lexicon);
    if (groups.number) open.quantities.push(quantityAt(normalized, index, run));
    for (const token of tokens) token.clause = clauses.length;
    open.tokens.push(...tokens);
    sentences.at(-1)?.push(...tokens);
  }
  close(normalized.length + 1);
  const units = clauses.flatMap(({ quantities }) => quantities.flatMap(({ unit }) => unit ?? []));
  return { text: normalized, sentences, clauses, units };
}

function tokensOf(run: string, at: number, groups: Record<string, string | undefined>, lexicon: Lexicon): Token[] {
  const isOrder = lexicon.before.has(run) || lexicon.after.has(run);
  const pieces =
    groups.han && run.length > 2
      ? Array.from({ length: Math.min(run.length - 1, MAX_CLAUSE_TOKENS) }, (_, from) => run.slice(from, from + 2))
      : [run.toLowerCase()];
  return pieces.map((piece, offset) => ({
    text: piece,
    term: piece,
    isContent: !isOrder,
    value: groups.number ? Number(run.replace(/,/g, '')) : null,
    isNegated: false,
    clause: 0,
    at: at + offset,
  }));
}

/** The number with the unit or the counted word after it. */
function quantityAt(text: string, at: number, number: string): Quantity {
  const next = text.slice(at + number.length, at + number.length + MAX_UNIT_LENGTH);
  const counted = /^\p{Script=Han}/u.test(next) ? next.slice(0, 1) : null;
  let unit = null;
  for (let length = MAX_UNIT_LENGTH; length > 0 && !unit; length--) unit = unitOf(next.slice(0, length));
  return { value: Number(number.replace(/,/g, '')), unit, counted };
}

/** The offsets of what negates: where it ends if it negates what follows, else where it begins. */
function findNegations(text: string, { unspaced, negationExceptions }: Lexicon): number[] {
  if (!unspaced) return [];
  const plain = text.replace(negationExceptions, (found) => ' '.repeat(found.length));
  return [...plain.matchAll(unspaced.negation)].map(
    ({ 0: word, index }) => index + (unspaced.isPrefix ? word.length : 0),
  );
}

function markNegations(tokens: Token[], negations: number[], { unspaced }: Lexicon): Token[] {
  return negations.flatMap((negation) => {
    const scope = tokens.filter(
      ({ at, isContent }) => isContent && (unspaced?.isPrefix ? at >= negation : at < negation),
    );
    for (const token of scope) token.isNegated = !token.isNegated;
    return (unspaced?.isPrefix ? scope[0] : scope.at(-1)) ?? [];
  });
}
