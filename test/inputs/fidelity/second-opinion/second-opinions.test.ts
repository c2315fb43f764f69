import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CASES } from '../all-cases.ts';
import { nameOf } from '../fidelity-case.ts';
import { compareCase } from '../score.ts';
import { writeCases } from '../write-cases.ts';
import { SECOND_OPINIONS } from './second-opinions.ts';

describe.each(SECOND_OPINIONS)('$name', (opinion) => {
  it.skipIf(opinion.missing !== null)('shows what the cases of its formats say, and what they leave out', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fidelity-'));
    try {
      const written = await writeCases(
        CASES.filter(({ format }) => opinion.formats.includes(format)),
        folder,
      );
      const texts = await opinion.read([...written.keys()]);
      for (const [file, one] of written) {
        const { lost, added } = compareCase(one, one.shown, texts.get(file) ?? '');
        expect({ lost, added }, `${nameOf(one)}\n${texts.get(file)}`).toEqual({ lost: 0, added: 0 });
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
