import { UNSPACED } from '../../language/scripts.ts';

/**
 * Tokens per character, at the upper end of what usual vocabularies need. Measured (WordPiece of BERT, SentencePiece of XLM-R):
 * English .2–.25, other alphabets .3–.5, digits nearly 1, scripts without spaces .6–1.
 */
const COSTS: [RegExp, number][] = [
  [new RegExp(`[${UNSPACED}\\p{Script=Hangul}]`, 'gu'), 1],
  [/[\d\p{P}\p{S}]/gu, 0.9],
  [/[a-z]/gi, 0.25],
  [/[\p{L}\p{M}]/gu, 0.5],
];
/** How many characters are sampled, at the beginning and in the middle. */
const SAMPLE = 20_000;
/** Tokens for the title, the headings and the model's own prefix. */
const RESERVED_TOKENS = 60;
/** Leaves a margin for the error of the estimate. */
const SAFETY_FACTOR = 0.9;

/** Estimates how many characters of a text fit into this many tokens. No tokenizer is available where documents are chunked. */
export function contextLength(contextTokens: number, text: string): number {
  if (contextTokens === Number.POSITIVE_INFINITY) return contextTokens;
  // The middle, too: the beginning of a document is often of another kind.
  const middle = Math.max(SAMPLE, Math.floor(text.length / 2));
  const sample = text.slice(0, SAMPLE) + text.slice(middle, middle + SAMPLE);
  if (sample === '') return Number.POSITIVE_INFINITY;
  let tokens = 0;
  let left = sample;
  for (const [characters, cost] of COSTS) {
    tokens += (left.match(characters)?.length ?? 0) * cost;
    left = left.replace(characters, ' ');
  }
  return Math.floor(
    (Math.max(contextTokens - RESERVED_TOKENS, contextTokens / 2) * SAFETY_FACTOR * sample.length) /
      Math.max(tokens, 1),
  );
}
