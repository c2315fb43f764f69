import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { SourceFailure } from '../../../server/errors.ts';
import { createParseHost } from '../../../server/ingestion/parse-host.ts';
import { sniffFile } from '../../../server/ingestion/sniff.ts';
import { expectSound } from './invariants.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const INPUTS = ['../shared/inputs', '../../shared/inputs']
  .map((path) => join(ROOT, path))
  .find((path) => existsSync(path));
const SAMPLE = 40;
const SEED = 20_240_229;

/** The same numbers for the same seed, between 0 and 1. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

function files(): string[] {
  if (!INPUTS) return [];
  const all = readdirSync(INPUTS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:pdf|docx|html?|md|markdown|txt)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (process.env.FOOTNOTE_SOAK === '1') return all;
  const random = numbers(SEED);
  return Array.from({ length: SAMPLE }, () => all[Math.floor((random.next().value ?? 0) * all.length)] ?? '').filter(
    Boolean,
  );
}

describe.skipIf(!INPUTS)('real and hostile files', () => {
  const host = createParseHost();
  afterAll(() => host.close());

  const timeout = process.env.FOOTNOTE_SOAK === '1' ? 7_200_000 : 240_000;
  it('all end in a sound document or in a reason', { timeout }, async () => {
    const waiting = files();
    const next = async (): Promise<void> => {
      for (let path = waiting.pop(); path; path = waiting.pop()) await expectAnEnd(path);
    };
    await Promise.all([next(), next()]);
  });

  async function expectAnEnd(path: string): Promise<void> {
    const sniffed = await sniffFile(path, basename(path));
    if (!('format' in sniffed)) return;
    const file = { path, fileName: basename(path), format: sniffed.format };
    try {
      const { document, chunks } = await host.prepareDocument(file, {
        signal: AbortSignal.timeout(70_000),
        onProgress: () => undefined,
      });
      expectSound(document);
      for (const chunk of chunks) expect(chunk.text, path).toBe(document.text.slice(chunk.start, chunk.end));
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw new Error(`${path} ends otherwise`, { cause: error });
      expect(error.code, path).not.toBe('internal_error');
    }
  }
});
