import { describe, expect, it } from 'vitest';
import { checkModelFit, type FitFacts } from '../../../server/diagnosis/model-fit.ts';
import { findModel, MODEL_CATALOGUE, modelSize } from '../../../server/engines/catalogue/model-catalogue.ts';
import { memoryNeeded } from '../../../server/engines/catalogue/model-needs.ts';
import type { Model } from '../../../server/engines/catalogue/model-types.ts';

const writer = findModel(MODEL_CATALOGUE, 'qwen3-4b-instruct-2507') as Model;
const good: FitFacts = {
  platform: 'linux',
  glibc: '2.36',
  architecture: 'x64',
  processorFlags: ['sse2', 'avx2'],
  memory: { total: 8e9, free: 6e9 },
  disk: { folder: '/models', free: 50e9 },
  missing: modelSize(writer),
  allowed: 6e9,
  installed: true,
};

describe('whether a machine can hold a model', () => {
  it('finds nothing against a good machine, for any model', () => {
    for (const model of MODEL_CATALOGUE) {
      expect(checkModelFit(model, { ...good, missing: modelSize(model) })).toEqual([]);
    }
  });

  it.each<[string, Partial<FitFacts>, 'problem' | 'warning', string]>([
    [
      'a full disk',
      { disk: { folder: '/models', free: 1e9 } },
      'problem',
      '2.5 GB of qwen3-4b-instruct-2507 are to be downloaded, and the disk of /models has 1.0 GB free.',
    ],
    [
      'less memory than its file is large',
      { memory: { total: 2e9, free: 2e9 } },
      'problem',
      'qwen3-4b-instruct-2507 needs about 3.5 GB of memory, and this machine has 2.0 GB.',
    ],
    [
      'less memory than it needs',
      { allowed: 3e9 },
      'warning',
      'qwen3-4b-instruct-2507 needs about 3.5 GB of memory, and a model may take 3.0 GB here: it may fail to load.',
    ],
    [
      'memory that is used now',
      { memory: { total: 8e9, free: 1e9 } },
      'warning',
      "qwen3-4b-instruct-2507 needs about 3.5 GB of memory, and 1.0 GB of this machine's 8.0 GB are free now.",
    ],
    ['a processor without AVX2', { processorFlags: ['sse2'] }, 'warning', 'no AVX2'],
    [
      'another processor',
      { architecture: 'ppc64' },
      'problem',
      'Models run on x64 and arm64, and this machine is ppc64.',
    ],
    [
      'an old system',
      { glibc: '2.31' },
      'problem',
      'The engine llama needs the GNU C library in version 2.34 or newer, and this system has version 2.31.',
    ],
    ['another C library', { glibc: null }, 'problem', 'and this system has another C library.'],
    ['a missing engine', { installed: false }, 'warning', 'The engine llama, which runs this model, is not'],
  ])('says in one sentence what speaks against it: %s', (_, fault, verdict, sentence) => {
    expect(checkModelFit(writer, { ...good, ...fault })).toEqual([
      { check: expect.any(String), verdict, found: expect.stringContaining(sentence), advice: expect.any(String) },
    ]);
  });

  it('needs no disk for what has been downloaded, and no C library of Linux elsewhere', () => {
    const done = { missing: 0, disk: { folder: '/models', free: 0 } };
    expect(checkModelFit(writer, { ...good, ...done, platform: 'darwin', architecture: 'arm64', glibc: null })).toEqual(
      [],
    );
  });

  it('expects of a model more memory than its files are large', () => {
    for (const model of MODEL_CATALOGUE) expect(memoryNeeded(model)).toBeGreaterThan(modelSize(model));
  });
});
