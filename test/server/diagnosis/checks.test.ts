import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../server/config/env.ts';
import {
  checkBackup,
  checkDatabase,
  checkDirectory,
  type DatabaseState,
  type DirectoryFacts,
} from '../../../server/diagnosis/data.ts';
import { checkMachine, type MachineFacts } from '../../../server/diagnosis/machine.ts';
import { checkParsers } from '../../../server/diagnosis/parsers.ts';
import { checkReader } from '../../../server/diagnosis/reader.ts';
import { checkSettings } from '../../../server/diagnosis/settings.ts';

const machine: MachineFacts = {
  node: '24.11.0',
  cores: 2,
  architecture: 'x64',
  processorFlags: ['sse2', 'avx2'],
  memory: { total: 4e9, free: 2e9 },
  modelMemory: 0,
};
const directory: DirectoryFacts = {
  path: '/data',
  exists: true,
  writable: true,
  mode: 0o700,
  free: 50e9,
  minimum: 1e9,
  databaseSize: 1e8,
};
const database: DatabaseState = {
  schema: 3,
  supportedSchema: 3,
  problems: [],
  sources: 4,
  lostOriginals: 0,
  orphanedOriginals: 0,
  refusal: null,
  stuckJobs: 0,
  serverRuns: true,
};
const NOW = Date.UTC(2026, 10, 21);
const DAY = 24 * 60 * 60_000;

describe('the doctor', () => {
  it('reports no problem on a good machine with good data', () => {
    const found = [
      ...checkMachine(machine),
      ...checkDirectory(directory),
      ...checkDatabase(database),
      checkBackup({ at: NOW - DAY }, null, 4, NOW),
      checkParsers({ files: true, network: true, processes: true }),
      checkReader({ ready: true, notice: null }),
      checkReader(null),
    ];
    expect(found.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(found.every(({ advice }) => advice === null)).toBe(true);
  });

  it.each<[string, Partial<MachineFacts>, string, RegExp]>([
    ['an old Node', { node: '24.6.9' }, 'problem', /older than 24\.7/],
    ['an older Node', { node: '22.22.0' }, 'problem', /older than 24\.7/],
    ['a strange processor', { architecture: 'ppc64' }, 'problem', /ppc64/],
    ['a processor without AVX2 for its models', { processorFlags: ['sse2'], modelMemory: 1e8 }, 'warning', /no AVX2/],
    ['one core', { cores: 1 }, 'warning', /one core/],
    ['too little memory', { memory: { total: 5e8, free: 4e8 } }, 'problem', /500 MB in all.*1\.0 GB are needed/],
    ['models that do not fit', { modelMemory: 5e9 }, 'problem', /6\.0 GB are needed, 5\.0 GB of it for models/],
    ['full memory', { memory: { total: 4e9, free: 1e8 } }, 'warning', /100 MB free/],
  ])('reports %s', (_what, fault, verdict, found) => {
    expect(checkMachine({ ...machine, ...fault }).filter((one) => one.verdict !== 'ok')).toEqual([
      { check: expect.any(String), verdict, found: expect.stringMatching(found), advice: expect.any(String) },
    ]);
  });

  it('reports what the processes that read documents can reach', () => {
    expect(checkParsers({ files: false, network: true, processes: false })).toMatchObject({
      verdict: 'problem',
      found: 'A process that reads documents can reach files that are not its own and other processes.',
      advice: expect.stringMatching(/data directory out of/),
    });
    expect(checkParsers(null)).toMatchObject({ verdict: 'problem', found: expect.stringMatching(/does not start/) });
  });

  it('reports a reader that does not work', () => {
    expect(checkReader({ ready: false, notice: null })).toMatchObject({
      verdict: 'warning',
      found: 'It does not work: questions are ranked without it.',
    });
  });

  it.each<[string, Partial<DirectoryFacts>, string, RegExp]>([
    ['no directory', { exists: false }, 'problem', /There is no \/data/],
    ['a directory that may not be written', { writable: false }, 'problem', /may not write/],
    ['a directory that others may read', { mode: 0o755 }, 'warning', /Other users can read/],
    ['a full disk', { free: 1e8 }, 'problem', /100 MB free/],
    ['a disk without room for a copy', { free: 5e9, databaseSize: 6e9 }, 'warning', /6\.0 GB of database/],
  ])('reports %s', (_what, fault, verdict, found) => {
    const faulty = checkDirectory({ ...directory, ...fault }).filter((one) => one.verdict !== 'ok');
    expect(faulty).toEqual([
      expect.objectContaining({ verdict, found: expect.stringMatching(found), advice: expect.any(String) }),
    ]);
  });

  it.each<[string, Partial<DatabaseState>, string, RegExp]>([
    ['no database', { schema: 0 }, 'warning', /no database yet/],
    ['a newer schema', { schema: 4 }, 'problem', /this version of Footnote supports up to 3/],
    ['an older schema', { schema: 2 }, 'warning', /migrates it to 3/],
    ['damage', { problems: ['Its text index lacks 2 of the passages.'] }, 'problem', /text index lacks 2/],
    ['lost originals', { lostOriginals: 1 }, 'problem', /1 that the database refers to/],
    ['stuck jobs', { stuckJobs: 2 }, 'warning', /2 sources have been waiting/],
  ])('reports %s', (_what, fault, verdict, found) => {
    const faulty = checkDatabase({ ...database, ...fault }).filter((one) => one.verdict !== 'ok');
    expect(faulty).toEqual([
      expect.objectContaining({ verdict, found: expect.stringMatching(found), advice: expect.any(String) }),
    ]);
  });

  it('reports a missing or an old backup', () => {
    expect(checkBackup(null, null, 4, NOW)).toMatchObject({
      verdict: 'warning',
      found: 'No backup has been made yet.',
    });
    expect(checkBackup({ at: NOW - 9 * DAY }, null, 4, NOW)).toMatchObject({
      verdict: 'warning',
      found: 'The last one is 9 days old.',
    });
    expect(checkBackup(null, null, 0, NOW)).toMatchObject({ verdict: 'ok' });
  });

  const PUBLIC = { PUBLIC_URL: 'https://chat.example.com', TRUST_PROXY: '1', REGISTRATION: 'closed' };
  const nothing = { embedder: null, answerer: null };
  it('reports no contradiction without one', () => {
    for (const env of [{}, PUBLIC]) expect(checkSettings(readEnv(env), nothing)).toMatchObject([{ verdict: 'ok' }]);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ PUBLIC_URL: 'http://chat.example.com' }, /begins with http:/],
    [{ TRUST_PROXY: '0' }, /TRUST_PROXY is 0/],
    [{ PUBLIC_URL: '' }, /TRUST_PROXY is set without a PUBLIC_URL/],
    [{ HOST: '0.0.0.0' }, /HOST opens the port/],
    [{ REGISTRATION: 'open' }, /Anybody can create an account/],
    [{ RATE_LIMIT_CHAT: '0' }, /rate limit is off/],
    [{ EMBEDDER: 'builtin', EMBEDDER_MODEL: 'some' }, /EMBEDDER_MODEL is set/],
    [{ ANSWERER_MODEL: 'some' }, /ANSWERER_MODEL is set/],
    [{ MODEL_THREADS: '1000' }, /MODEL_THREADS is more than there are processors/],
  ])('reports that %j contradicts another setting', (env, found) => {
    expect(checkSettings(readEnv({ ...PUBLIC, ...env }), nothing)).toEqual([
      expect.objectContaining({ verdict: 'warning', found: expect.stringMatching(found), advice: expect.any(String) }),
    ]);
  });

  it('reports a choice that a variable overrides', () => {
    const env = readEnv({ EMBEDDER: 'builtin', ANSWERER: 'extractive' });
    expect(checkSettings(env, { embedder: 'm', answerer: 'n' })).toHaveLength(2);
  });
});

describe('the doctor on the checks of sentences', () => {
  const NOTHING = { embedder: null, answerer: null };
  const checks = (set: Record<string, string>, chosen = NOTHING) =>
    checkSettings(readEnv(set), chosen).filter(({ check }) => check === 'checks');
  const MODEL = { ANSWERER: 'openai', ANSWERER_URL: 'http://localhost:1234/v1', ANSWERER_MODEL: 'x' };

  it('recommends a model that checks if only rules check what a model writes', () => {
    const recommended = {
      check: 'checks',
      verdict: 'ok',
      found: 'The sentences of the answering model are checked by rules alone.',
      advice: expect.stringMatching(/^Set VERIFIER_MODEL=nli-deberta-v3-xsmall .+ or VERIFIER=answerer, .+\.$/),
    };
    expect(checks(MODEL)).toEqual([recommended]);
    expect(checks({}, { embedder: null, answerer: 'qwen3.5-2b' } as never)).toEqual([recommended]);
  });

  it('recommends none if one is on, or no model writes', () => {
    expect(checks({})).toEqual([]);
    expect(checks({ ...MODEL, VERIFIER: 'answerer' })).toMatchObject([{ advice: null }]);
    expect(checks({ ...MODEL, VERIFIER_MODEL: 'nli-deberta-v3-xsmall' })).toMatchObject([{ advice: null }]);
  });

  it.each([
    [{ ...MODEL, VERIFIER: 'answerer', VERIFIER_MODEL: 'nli-deberta-v3-xsmall' }, /^VERIFIER_MODEL is set, but/],
    [{ VERIFIER: 'answerer' }, /^VERIFIER is set, but there is no answering model/],
  ])('warns of %j, which has no effect', (set, found) => {
    const warnings = checkSettings(readEnv(set), NOTHING).filter(({ verdict }) => verdict === 'warning');
    expect(warnings).toEqual([expect.objectContaining({ found: expect.stringMatching(found) })]);
  });
});
