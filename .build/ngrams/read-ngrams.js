/**
 * In the build, this stands in the place of the module of n-grams of the package `eld`, and reads the same n-grams from the file
 * beside it, which `write-ngrams.ts` made of them. Their licence is that of the package.
 */
import { readFileSync } from 'node:fs';

const { type, languages, table } = JSON.parse(readFileSync(new URL('./ngrams.json', import.meta.url), 'utf8'));

/** The scores of an n-gram by the number of the language; undefined if it has none. */
function scoresOf(ngram) {
  let [low, high] = [0, table.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const start = middle === 0 ? 0 : table.lastIndexOf('\n', middle - 1) + 1;
    const tab = table.indexOf('\t', start);
    const found = table.indexOf('\n', tab);
    const end = found < 0 ? table.length : found;
    const here = table.slice(start, tab);
    if (here === ngram) return parseScores(table.slice(tab + 1, end));
    if (here < ngram) low = end + 1;
    else high = start;
  }
  return undefined;
}

function parseScores(text) {
  const scores = {};
  for (const pair of text.split(',')) {
    const [language, score] = pair.split(':');
    scores[language] = Number(score);
  }
  return scores;
}

export const ngramsData = { type, languages, ngrams: new Proxy({}, { get: (_, ngram) => scoresOf(ngram) }) };
