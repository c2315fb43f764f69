import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../../../server/config/env.ts';
import { findModel, MODEL_CATALOGUE } from '../../../../server/engines/catalogue/model-catalogue.ts';
import { THIS_TARGET } from '../../../../server/engines/packages/engine-packages.ts';
import { chooseReader } from '../../../../server/engines/selection/create-engines.ts';
import { answererChoice, embedderChoice } from '../../../../server/engines/selection/resolve-engine.ts';
import { readSelection, storeSelection } from '../../../../server/engines/selection/selection-file.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { fixtureModel } from '../../../helpers/models/model-hub.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';

const MAIN = fileURLToPath(new URL('../../../../server/dist/main.js', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function start(env: Record<string, string>): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  child.stdout.on('data', (bytes) => (out += bytes));
  child.stderr.on('data', (bytes) => (out += bytes));
  await once(child, 'close');
  return { code: child.exitCode, out };
}

/** Files with the right names and lengths, but without the model's content. */
async function forge(name: string): Promise<void> {
  for (const { path, size } of findModel(MODEL_CATALOGUE, name)?.files ?? []) {
    const at = join(folder, 'data/models', name, path);
    await mkdir(dirname(at), { recursive: true });
    const file = await open(at, 'w');
    await file.truncate(size);
    await file.close();
  }
}

describe('footnote start with local models', () => {
  it.each([
    ['is set', { EMBEDDER: 'transformers', EMBEDDER_MODEL: 'all-MiniLM-L6-v2' }],
    ['was only found', {}],
  ])('does not start with a file that is not the pinned one if the model %s', async (_, env) => {
    await forge('all-MiniLM-L6-v2');
    const { code, out } = await start(env as Record<string, string>);
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(
        /^Footnote could not start: the model all-MiniLM-L6-v2 is incomplete or damaged: .+config\.json is not the pinned file: its SHA-256 is .+ Repair it with: npx footnote models pull all-MiniLM-L6-v2\n$/,
      ),
    });
  });

  it.each([
    [
      { EMBEDDER: 'transformers' },
      /no embedding model is on this machine\. Download one with: npx footnote models pull bge-/,
    ],
    [
      { EMBEDDER: 'transformers', EMBEDDER_MODEL: 'gpt' },
      /there is no model gpt for this: choose one of bge-small-en-/,
    ],
    [{ EMBEDDER: 'transformers', EMBEDDER_MODEL: 'qwen3.5-2b' }, /there is no model qwen3\.5-2b for this/],
    [
      { VERIFIER: 'transformers' },
      /no verifying model is on this machine\. Download one with: npx footnote models pull nli-deberta-v3-xsmall/,
    ],
    [{ VERIFIER_MODEL: 'bge-reranker-v2-m3' }, /there is no model bge-reranker-v2-m3 for this/],
    [
      { ANSWERER: 'llama', ANSWERER_MODEL: 'qwen3.5-2b' },
      /the model qwen3\.5-2b is not on this machine .+pull qwen3\.5-2b\n$/,
    ],
  ])('reports what is missing with %j', async (env, said) => {
    expect(await start(env)).toEqual({ code: 1, out: expect.stringMatching(said) });
  });
});

describe('the choice of models', () => {
  const { model, contents } = fixtureModel('tiny', 100);
  const other = fixtureModel('other', 100).model;
  const catalogue = [other, model];
  const settings = (env: Record<string, string> = {}) => readEnv({ DATA_DIR: folder, ...env });
  const embedder = (env?: Record<string, string>) => embedderChoice(settings(env), catalogue);

  async function put(): Promise<void> {
    for (const [path, bytes] of contents) {
      const at = join(folder, 'models', model.name, path);
      await mkdir(dirname(at), { recursive: true });
      await writeFile(at, bytes);
    }
  }

  it('is the built-in engine, then a downloaded model, then a stored choice, then a variable', async () => {
    expect(await embedder()).toEqual({ engine: 'builtin' });
    await put();
    expect(await embedder()).toEqual({ engine: 'transformers', model });
    await storeSelection(folder, { embedder: 'builtin' });
    expect(await embedder()).toEqual({ engine: 'builtin' });
    await storeSelection(folder, { embedder: 'other' });
    expect(await embedder()).toEqual({ engine: 'transformers', model: other });
    expect(await embedder({ EMBEDDER: 'transformers' })).toEqual({ engine: 'transformers', model });
    expect(await embedder({ EMBEDDER: 'transformers', EMBEDDER_MODEL: 'other' })).toEqual({
      engine: 'transformers',
      model: other,
    });
    expect(await embedder({ EMBEDDER: 'builtin' })).toEqual({ engine: 'builtin' });
  });

  it('skips a model with an incomplete download', async () => {
    await put();
    await rm(join(folder, 'models', model.name, 'onnx'), { recursive: true });
    expect(await embedder()).toEqual({ engine: 'builtin' });
  });

  it('uses a model for answers only if it was chosen', async () => {
    const writer = { ...model, purpose: 'generation' as const, runtime: 'llama' as const };
    await put();
    expect(await answererChoice(settings(), [writer])).toEqual({ engine: 'extractive' });
    await storeSelection(folder, { answerer: 'tiny' });
    expect(await answererChoice(settings(), [writer])).toEqual({ engine: 'llama', model: writer });
    expect(await answererChoice(settings({ ANSWERER: 'extractive' }), [writer])).toEqual({ engine: 'extractive' });
    expect(await readSelection(folder)).toEqual({ embedder: null, answerer: 'tiny', server: null });
  });

  it('is refused with a message if its file is damaged', async () => {
    await writeFile(join(folder, 'chosen-models.json'), '{"embedder":');
    await expect(embedder()).rejects.toThrow(/chosen-models\.json is damaged\. Remove it, and choose again with: /);
  });
});

describe('the reader', () => {
  const env = (READER: string) => readEnv({ DATA_DIR: folder, READER });

  it('comes with the server, and starts with the first passage or question', async () => {
    const reader = await chooseReader(env('builtin'), SILENT, 4e9);
    expect(reader?.id).toMatch(/^all-MiniLM-L6-v2\/\d+$/);
    await reader?.close();
  });

  it('is off where the setting says so', async () => {
    expect(await chooseReader(env('off'), SILENT, 4e9)).toBeNull();
  });

  it('is off on a machine that is too small for it', async () => {
    expect(await chooseReader(env('builtin'), SILENT, 0.4e9)).toBeNull();
  });

  it('runs without the engine that contains the native runtime if that is of another version, and says so', async () => {
    const note = join(folder, 'engines/transformers/engine.json');
    await mkdir(dirname(note), { recursive: true });
    await writeFile(note, JSON.stringify({ name: 'transformers', version: '1.0.0', target: THIS_TARGET }));
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const reader = await chooseReader(env('builtin'), log, 4e9);
    expect(await reader?.read(['Choose another colour scheme.'], AbortSignal.timeout(60_000))).toHaveLength(1);
    await reader?.close();
    expect(reader?.notice()).toMatch(/native runtime of the reader needs the engine transformers/);
    expect(lines.join('\n')).toMatch(/reader_not_native.+Add it with: npx footnote engines add transformers/);
  });
});
