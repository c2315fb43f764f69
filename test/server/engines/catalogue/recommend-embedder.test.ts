import { describe, expect, it } from 'vitest';
import { findModel, MODEL_CATALOGUE, modelSize } from '../../../../server/engines/catalogue/model-catalogue.ts';
import { recommendEmbedder } from '../../../../server/engines/catalogue/recommend-embedder.ts';
import type { Tier } from '../../../../server/engines/catalogue/tier.ts';
import { TIERS } from '../../../../server/engines/catalogue/tiers.generated.ts';

const answers = (inResponse: number) => ({ questions: 100, inResponse, first: 40, among5: 60, among30: 80 });
const tier = (embedder: string, inResponse: number, rest: Partial<Tier> = {}): Tier => ({
  ...{ embedder, reader: true, memory: 2e8, importSeconds: 10, questionMilliseconds: 50 },
  ...{ docsQa: answers(inResponse), unseen: answers(inResponse), ...rest },
});
const BUILTIN = tier('builtin', 60);
const SMALL = tier('all-MiniLM-L6-v2', 65, { memory: 4e8 });
const LARGE = tier('bge-small-en-v1.5', 70, { memory: 6e8 });
const MACHINE = { processors: 2, memory: 4e9 };
const recommended = (tiers: Tier[], machine = MACHINE, reader = true) =>
  recommendEmbedder(machine, reader, tiers)?.model;

describe('the embedder that is recommended', () => {
  it('is the one that answers most', () => {
    expect(recommendEmbedder(MACHINE, true, [BUILTIN, SMALL, LARGE])).toEqual({
      ...{ model: 'bge-small-en-v1.5', processors: 2, machine_memory: 4e9, memory: 6e8 },
      size: modelSize(findModel(MODEL_CATALOGUE, 'bge-small-en-v1.5') as (typeof MODEL_CATALOGUE)[number]),
      ...{ asked: 200, answered: 140, answered_builtin: 120 },
    });
  });

  it('is the smaller one where both answer as many, and the built-in one where no model answers more', () => {
    expect(recommended([BUILTIN, tier('bge-small-en-v1.5', 65, { memory: 6e8 }), SMALL])).toBe('all-MiniLM-L6-v2');
    expect(recommended([BUILTIN, tier('bge-small-en-v1.5', 60)])).toBe('builtin');
  });

  it('fits the machine: its memory, more than one processor, and the time that documents take', () => {
    expect(recommended([BUILTIN, SMALL, LARGE], { processors: 2, memory: 1.5e9 })).toBe('all-MiniLM-L6-v2');
    expect(recommended([BUILTIN, SMALL, LARGE], { processors: 2, memory: 1e9 })).toBe('builtin');
    expect(recommended([BUILTIN, SMALL, LARGE], { processors: 1, memory: 4e9 })).toBe('builtin');
    expect(recommended([BUILTIN, SMALL, { ...LARGE, importSeconds: 5_000 }])).toBe('all-MiniLM-L6-v2');
  });

  it('is chosen by what was measured with the reader where that is on, and without it where it is off', () => {
    const off = [BUILTIN, LARGE].map((one) => ({ ...one, reader: false }));
    expect(recommended([...off, BUILTIN], MACHINE, false)).toBe('bge-small-en-v1.5');
    expect(recommended([...off, BUILTIN, SMALL], MACHINE, true)).toBe('all-MiniLM-L6-v2');
    expect(recommended([...off, BUILTIN], MACHINE, true)).toBeUndefined();
  });

  it('was measured for each model whose weights can be had, with the reader, and for the built-in one without it too', () => {
    const measured = TIERS.map(({ embedder, reader }) => `${embedder} ${reader}`);
    expect(measured.sort()).toEqual([
      'all-MiniLM-L6-v2 true',
      'bge-small-en-v1.5 true',
      'builtin false',
      'builtin true',
    ]);
  });
});
