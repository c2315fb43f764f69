import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnv } from '../../../server/config/env.ts';
import type { Model } from '../../../server/engines/catalogue/model-types.ts';
import { readOwnModels } from '../../../server/engines/own-models/own-models.ts';
import { createModelExaminer } from '../../../server/runtime/model-examiner.ts';
import { createModelFiles } from '../../../server/runtime/model-files.ts';
import { createModelManager } from '../../../server/runtime/model-manager.ts';
import { type AddedModel, createModelFileService } from '../../../server/services/server/model-files.ts';
import { scriptedGguf } from '../../helpers/models/files/gguf.ts';
import { hostileOnnx } from '../../helpers/models/files/hostile.ts';
import { onnxEmbedder } from '../../helpers/models/files/onnx.ts';
import { modelsFolder } from '../../helpers/models/folder.ts';
import { SILENT } from '../../helpers/stores/rows.ts';
import { until } from '../../helpers/timing/until.ts';

const OWNER = { kind: 'user', confirmedAt: 0 } as never;
const ANSWERS: AddedModel = {
  ...{ file: 'mine.gguf', name: 'mine', purpose: 'generation', licence: 'MIT' },
  ...{ pooling: null, queryPrefix: null, passagePrefix: null },
};
const VECTORS: AddedModel = { ...ANSWERS, file: 'vectors', name: 'vectors', purpose: 'embedding' };

let dataDir: string;
beforeEach(() => {
  dataDir = modelsFolder();
});

function bring(contents: Record<string, Uint8Array | string>): void {
  for (const [path, content] of Object.entries(contents)) {
    const at = join(dataDir, 'models-to-add', path);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, content);
  }
}

const inFolder = (name: string, contents: Record<string, Uint8Array | string>) =>
  Object.fromEntries(Object.entries(contents).map(([path, content]) => [`${name}/${path}`, content]));

/** The models of a server whose embedding model has the name `inUse`. */
function serverHere(inUse: string | null = null) {
  const env = readEnv({ DATA_DIR: dataDir });
  const catalogue: Model[] = [];
  const engines = {
    embedder: { engine: 'transformers', model: inUse },
    generator: null,
    reranker: null,
    verifier: null,
  };
  const manager = createModelManager({
    ...{ env, catalogue, shared: false, log: SILENT },
    engineManager: { engines: () => engines } as never,
    examiner: createModelExaminer(env),
  });
  const files = createModelFiles({ env, catalogue, running: manager.running, reEmbedding: async () => null });
  return { manager, service: createModelFileService({ files, log: SILENT, now: () => 0 }) };
}

type Server = ReturnType<typeof serverHere>;

async function added({ service }: Server, model: AddedModel) {
  await service.add(OWNER, model);
  await until(async () => (await service.report()).adding === null, 'it is added or refused');
  return (await service.report()).failed;
}

async function stateOf({ manager }: Server, name: string) {
  const find = async () => (await manager.offered()).find((model) => model.name === name);
  await until(async () => (await find())?.pinned !== 'checking', 'its files are compared');
  return (await find())?.pinned;
}

const kept = () => (existsSync(join(dataDir, 'models')) ? readdirSync(join(dataDir, 'models')) : []);

describe('the models of one’s own that a running server adds', () => {
  it('are the files and folders in a directory of the operator, without links and other files', async () => {
    const server = serverHere();
    expect(await server.service.report()).toEqual({
      folder: join(dataDir, 'models-to-add'),
      ...{ files: [], adding: null, failed: null },
    });
    bring({ 'mine.gguf': 'abc', 'notes.txt': 'x', '.hidden.gguf': 'x', 'vectors/config.json': '{}' });
    symlinkSync('/etc/passwd', join(dataDir, 'models-to-add/link.gguf'));
    symlinkSync('/etc', join(dataDir, 'models-to-add/folder-link'));
    expect((await server.service.report()).files).toEqual([
      { file: 'mine.gguf', kind: 'file', size: 3 },
      { file: 'vectors', kind: 'folder', size: null },
    ]);
  });

  it('are on offer at once, with what was read of them and their checksums', async () => {
    const server = serverHere();
    bring({ 'mine.gguf': scriptedGguf(), ...inFolder('vectors', onnxEmbedder()) });
    expect(await added(server, ANSWERS)).toBeNull();
    expect(await added(server, { ...VECTORS, pooling: 'mean', queryPrefix: 'Ask: ' })).toBeNull();
    expect(await server.manager.offered()).toMatchObject([
      { name: 'mine', licence: 'MIT', own: { vectors: null, files: [{ path: 'model.gguf' }] } },
      { name: 'vectors', own: { vectors: { dimensions: 48, pooling: 'mean', query_prefix: 'Ask: ' } } },
    ]);
    expect([await stateOf(server, 'mine'), await stateOf(server, 'vectors')]).toEqual(['present', 'present']);
  });

  it.each<[string, () => Record<string, Uint8Array | string>, AddedModel, RegExp]>([
    ['that is no GGUF file', () => ({ 'mine.gguf': 'tjgg and more' }), ANSWERS, /mine\.gguf is no GGUF file\.$/],
    [
      'for another purpose',
      () => ({ 'mine.gguf': scriptedGguf() }),
      { ...ANSWERS, purpose: 'embedding' },
      /^A model for this is a folder/,
    ],
    [
      'whose name leads elsewhere',
      () => ({ 'mine.gguf': scriptedGguf() }),
      { ...ANSWERS, name: '../up' },
      /is no name for a model/,
    ],
    [
      'whose files do not say enough',
      () => inFolder('vectors', onnxEmbedder()),
      VECTORS,
      /pooled: state whether mean, cls or last/,
    ],
    [
      'that would read other files',
      () =>
        inFolder('vectors', {
          ...onnxEmbedder(),
          ...hostileOnnx['weights from a file outside of its folder']('../../secret'),
        }),
      { ...VECTORS, pooling: 'mean' },
      /has its weights in other files/,
    ],
  ])('are refused in a sentence, and nothing of them stays: one %s', async (_, contents, model, said) => {
    const server = serverHere();
    bring(contents());
    expect(await added(server, model)).toMatchObject({
      name: model.name,
      file: model.file,
      reason: expect.stringMatching(said),
    });
    expect([kept(), await server.manager.offered(), await readOwnModels(dataDir)]).toEqual([[], [], []]);
    await server.service.cancel(model.name);
    expect((await server.service.report()).failed).toBeNull();
  });

  it.each(['absent.gguf', '../mine.gguf', '/etc/passwd', 'link.gguf'])(
    'come from that directory alone: not %s',
    async (file) => {
      bring({ 'mine.gguf': scriptedGguf() });
      symlinkSync(join(dataDir, 'models-to-add/mine.gguf'), join(dataDir, 'models-to-add/link.gguf'));
      const { service } = serverHere();
      await expect(service.add(OWNER, { ...ANSWERS, file })).rejects.toMatchObject({ code: 'invalid_request' });
    },
  );

  it('are added one at a time, and stop when they are cancelled', async () => {
    const server = serverHere();
    bring({ 'mine.gguf': scriptedGguf() });
    await server.service.add(OWNER, ANSWERS);
    await expect(server.service.add(OWNER, ANSWERS)).rejects.toMatchObject({ code: 'model_busy' });
    await server.service.cancel('mine');
    expect(await server.service.report()).toMatchObject({ adding: null, failed: null });
    expect(kept()).toEqual([]);
  });

  it('need a password that was given lately', async () => {
    const { service } = serverHere();
    const stale = { kind: 'user', confirmedAt: -3_600_000 } as never;
    await expect(service.add(stale, ANSWERS)).rejects.toMatchObject({ code: 'confirmation_required' });
    await expect(service.remove(stale, 'mine')).rejects.toMatchObject({ code: 'confirmation_required' });
  });

  it('say that a file has changed since, and are removed with their entry', async () => {
    const server = serverHere();
    bring({ 'mine.gguf': scriptedGguf() });
    await added(server, ANSWERS);
    const file = join(dataDir, 'models/mine/model.gguf');
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(await stateOf(server, 'mine')).toBe('present');
    writeFileSync(file, bytes);
    expect(await stateOf(server, 'mine')).toBe('changed');
    await server.service.remove(OWNER, 'mine');
    expect([kept(), await server.manager.offered(), await readOwnModels(dataDir)]).toEqual([[], [], []]);
    expect((await server.service.report()).files).toHaveLength(1);
  });

  it('are not removed while they are in use', async () => {
    const { service } = serverHere('vectors');
    await expect(service.remove(OWNER, 'vectors')).rejects.toMatchObject({
      code: 'model_in_use',
      message: 'vectors is in use. Choose another model first, or none.',
    });
  });
});
