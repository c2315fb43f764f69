import { afterAll, describe, expect, it } from 'vitest';
import { createParserPool } from '../../server/ingestion/parse/parser-pool.ts';
import { seeded } from '../helpers/input/seeded.ts';
import { expectSound } from '../server/ingestion/parse/invariants.ts';
import { inputFiles, inputsFolder } from './folder.ts';
import { readInput, renamed } from './read-file.ts';
import { faultsOf } from './verbatim.ts';

const ROOT = inputsFolder();
const SAMPLE = 6;
const SEED = 20_240_229;
const SOAK = process.env.FOOTNOTE_SOAK === '1';

describe.skipIf(!ROOT)('real and hostile files', () => {
  const pool = createParserPool();
  afterAll(() => pool.close());

  function sample() {
    const all = inputFiles(ROOT ?? '');
    if (SOAK) return all;
    const random = seeded(SEED);
    const drawn = Array.from({ length: SAMPLE }, () => all[Math.floor(random() * all.length)]);
    return drawn.filter((file) => file !== undefined);
  }

  it('all end in a valid document, in a failure with a reason, or are refused', {
    timeout: SOAK ? 3_600_000 : 120_000,
  }, async () => {
    const waiting = sample();
    const lane = async (): Promise<void> => {
      for (let file = waiting.pop(); file; file = waiting.pop()) {
        const outcome = await readInput(pool, file, renamed(file) ?? undefined);
        expect(outcome.end, `${file.name}: ${JSON.stringify(outcome)}`.slice(0, 300)).not.toBe('broken');
        expect(outcome.milliseconds, file.name).toBeLessThan(61_000);
        if (outcome.end === 'failed') {
          expect(outcome.code, file.name).not.toBe('internal_error');
          expect(outcome.sentence, file.name).toMatch(/^[A-Z].{20,}\.$/);
        }
        if (outcome.end !== 'completed') continue;
        expectSound(outcome.prepared.document);
        expect(faultsOf(outcome.prepared), file.name).toEqual([]);
      }
    };
    await Promise.all([lane(), lane()]);
  });
});
