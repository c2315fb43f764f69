/**
 * Tokens that a character costs, at most of the usual: measured vocabularies (WordPiece of BERT, SentencePiece of XLM-R) read
 * English at .2–.25, other alphabets at .3–.5, figures nearly one by one, and what is written without spaces at .6–1.
 */
const COSTS: [RegExp, number][] = [
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu,
    1,
  ],
  [/[\d\p{P}\p{S}]/gu, 0.9],
  [/[a-z]/gi, 0.25],
  [/[\p{L}\p{M}]/gu, 0.5],
];
/** So much of a document tells what its characters cost. */
const SAMPLE = 20_000;
/** For the title, the headings and what the model puts around a passage. */
const AROUND = 60;
/** What an estimate may be off. */
const SHARE = 0.9;

/** How many characters of a text a model of that context reads whole, by estimate: no tokenizer is at hand where it is cut. */
export function contextLength(contextTokens: number, text: string): number {
  // The middle too: a document often begins with another kind of text than it goes on with.
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
    (Math.max(contextTokens - AROUND, contextTokens / 2) * SHARE * sample.length) / Math.max(tokens, 1),
  );
}
