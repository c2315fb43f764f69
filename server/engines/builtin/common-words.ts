import { readFile } from 'node:fs/promises';
import { fold } from '../../language/stem.ts';
import { builtinVectors } from './read-vectors.ts';
import { unitOf } from './units.ts';

/** Of the words of the reader's model, some 20,000 are whole ones: those that are most frequent in English books and articles. */
const TOKENIZER = new URL('../reader/tokenizer.json', import.meta.url);
/** Other entries are parts of words, signs and numbers. */
const WHOLE_WORD = /^\p{Ll}{4,}$/u;

let english: Promise<ReadonlySet<string>> | undefined;

async function readEnglish(): Promise<ReadonlySet<string>> {
  const { model } = JSON.parse(await readFile(TOKENIZER, 'utf8')) as { model: { vocab: Record<string, number> } };
  return new Set(Object.keys(model.vocab).filter((entry) => WHOLE_WORD.test(entry)));
}

/** A listed word has other forms that are not: “*un*attended”, “*re*master”, “cope*s*”. */
const PREFIX = /^(?:un|re|dis|non|over|under|pre|mis|auto|multi|anti)/;
const ENDINGS = [/(?<!s)s$/, /(?<=e)d$/, /(?:ed|ing)$/];
const MIN_BASE = 4;

/**
 * Those of the words that are in general use, in English or in documentation, or another form of one that is: the models that come
 * with the server list them.
 */
export async function commonAmong(words: string[]): Promise<Set<string>> {
  english ??= readEnglish();
  const listed = await english;
  const vectors = builtinVectors();
  const isListed = (word: string) => listed.has(word) || vectors.has(unitOf(word));
  return new Set(words.filter((word) => formsOf(fold(word.toLowerCase())).some(isListed)));
}

/** A word, and what it may be a form of. */
function formsOf(word: string): string[] {
  const bases = [word, word.replace(PREFIX, '')].flatMap((one) => [
    one,
    ...ENDINGS.map((ending) => one.replace(ending, '')),
  ]);
  return bases.filter((base) => base === word || base.length >= MIN_BASE);
}
