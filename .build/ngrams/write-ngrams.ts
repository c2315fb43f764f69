/** Writes the n-grams of the language detector (`eld`) in a form that loads fast, in the place of the package's own. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What the package's module holds: for each n-gram its scores in some of the languages, which are numbered. */
interface NgramsData {
  type: string;
  languages: Record<string, string>;
  ngrams: Record<string, Record<string, number>>;
}

const READER = fileURLToPath(new URL('./read-ngrams.js', import.meta.url));

/**
 * In the package they are a module of 50,000 objects: to compile and to create it takes each process that reads documents half a
 * second and 80 MB. Here they are one text in order, of which only what is looked up becomes objects.
 */
export async function writeNgrams(from: string, to: string): Promise<void> {
  const { ngramsData } = (await import(pathToFileURL(from).href)) as { ngramsData: NgramsData };
  const { type, languages, ngrams } = ngramsData;
  const lines = Object.entries(ngrams).map(([ngram, scores]) => {
    if (/[\t\n]/.test(ngram)) throw new Error(`This n-gram holds what separates them: ${JSON.stringify(ngram)}`);
    return `${ngram}\t${Object.entries(scores).map((pair) => pair.join(':'))}`;
  });
  // By code units, as the reader compares them: no n-gram holds anything that sorts before what follows each.
  const table = lines.sort().join('\n');
  copyFileSync(READER, to);
  writeFileSync(join(dirname(to), 'ngrams.json'), JSON.stringify({ type, languages, table }));
}
