import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNgrams } from '../../../.build/ngrams/write-ngrams.ts';

const PACKAGE = fileURLToPath(new URL('../../../node_modules/eld/src/ngrams/extrasmall.js', import.meta.url));

type Scores = Record<string, number>;
interface Ngrams {
  ngramsData: { type: string; languages: Record<string, string>; ngrams: Record<string, Scores | undefined> };
}

describe('the n-grams of the language detector in the build', () => {
  let folder: string;
  let [built, own]: Ngrams['ngramsData'][] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'built-ngrams-'));
    const path = join(folder, 'ngrams.mjs');
    await writeNgrams(PACKAGE, path);
    [built, own] = await Promise.all(
      [path, PACKAGE].map(async (file) => ((await import(pathToFileURL(file).href)) as Ngrams).ngramsData),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are those of its package, with the same scores', () => {
    const all = Object.entries(own?.ngrams ?? {});
    expect(all.length).toBeGreaterThan(40_000);
    const others = all.filter(([ngram, scores]) => JSON.stringify(built?.ngrams[ngram]) !== JSON.stringify(scores));
    expect(others).toEqual([]);
    expect([built?.type, built?.languages]).toEqual([own?.type, own?.languages]);
  });

  it.each(['', ' ', '~~~~~', 'ÿÿÿÿÿ', 'constructor'])('have no scores for what is none: “%s”', (text) => {
    expect(built?.ngrams[text]).toBeUndefined();
  });
});
