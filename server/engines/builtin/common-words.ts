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

/** Those of the words that are in general use, in English or in documentation: the models that come with the server list them. */
export async function commonAmong(words: string[]): Promise<Set<string>> {
  english ??= readEnglish();
  const listed = await english;
  const vectors = builtinVectors();
  return new Set(words.filter((word) => listed.has(fold(word.toLowerCase())) || vectors.has(unitOf(word))));
}
