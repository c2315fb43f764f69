import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../server/platform/log.ts';
import { createModelFileService } from '../../../../server/services/server/model-files.ts';
import { createModelService, type ModelService } from '../../../../server/services/server/models.ts';
import {
  createScriptedModelManager,
  type ScriptedModelManager,
} from '../../../helpers/models/scripted-model-manager.ts';
import { createScriptedModelServers } from '../../../helpers/models/scripted-model-servers.ts';
import { until } from '../../../helpers/timing/until.ts';

const NOW = { anyway: false, signal: new AbortController().signal };
const notHere = () => Promise.reject(new Error('There are no engines in these tests.'));

/** Removal does nothing in these tests. */
const NO_FILES = {
  folder: '/nowhere/models-to-add',
  found: async () => [],
  add: notHere,
  neededBy: async () => null,
  remove: async () => undefined,
};

let opened: ModelService[] = [];
afterEach(async () => {
  for (const service of opened) await service.close();
  opened = [];
});

function serviceOn(manager: ScriptedModelManager, offline = false): ModelService {
  const log = createLog(() => undefined);
  const service = createModelService({
    ...manager,
    servers: createScriptedModelServers(),
    engines: { list: async () => [], add: notHere, cancel: notHere, remove: notHere, close: async () => undefined },
    files: createModelFileService({ files: NO_FILES, log, now: () => 0 }),
    reEmbedding: async () => null,
    offline,
    shared: false,
    log,
  });
  opened.push(service);
  return service;
}

const modelOf = async (service: ModelService, name: string) =>
  (await service.report()).models.find((model) => model.name === name);
const ended = (service: ModelService, name: string) =>
  until(
    async () => !['waiting', 'downloading'].includes((await modelOf(service, name))?.state ?? 'waiting'),
    `the download of ${name} ends`,
  );

/** Makes downloads pause at 40 bytes until the returned function is called or they are aborted. */
function holdDownloads(manager: ScriptedModelManager) {
  const { promise, resolve } = Promise.withResolvers<void>();
  manager.onPull = (_name, onProgress, signal) => {
    onProgress(40);
    return new Promise((done, fail) => {
      promise.then(done);
      signal.addEventListener('abort', () => fail(signal.reason));
    });
  };
  return resolve;
}

describe('the models of a server', () => {
  it('are downloaded one after another, and report their progress', async () => {
    const manager = createScriptedModelManager();
    const service = serviceOn(manager);
    const release = holdDownloads(manager);
    await service.pull('words');
    await service.pull('script');
    await service.pull('words');
    await until(async () => (await modelOf(service, 'words'))?.done === 40, 'some of it has arrived');
    expect(await modelOf(service, 'words')).toMatchObject({ state: 'downloading', done: 40, size: 100 });
    expect(await modelOf(service, 'script')).toMatchObject({ state: 'waiting', done: 0 });
    release();
    await ended(service, 'script');
    expect(await modelOf(service, 'words')).toMatchObject({ state: 'present', done: 100, error: null });
    expect(await modelOf(service, 'script')).toMatchObject({ state: 'present' });
  });

  it('can be cancelled while they wait and while they are downloaded', async () => {
    const manager = createScriptedModelManager();
    const service = serviceOn(manager);
    holdDownloads(manager);
    await service.pull('words');
    await service.pull('script');
    await until(async () => (await modelOf(service, 'words'))?.done === 40, 'some of it has arrived');
    await service.cancel('script');
    expect(await modelOf(service, 'script')).toMatchObject({ state: 'absent', error: null });
    await service.cancel('words');
    await ended(service, 'words');
    expect(await modelOf(service, 'words')).toMatchObject({ state: 'absent', error: null });
    await service.cancel('words');
  });

  it('report why a download failed until it is tried again', async () => {
    const manager = createScriptedModelManager();
    const service = serviceOn(manager);
    manager.onPull = () => Promise.reject(new Error('the disk of models has 3 MB free, and the model needs 40 MB.'));
    await service.pull('words');
    await ended(service, 'words');
    expect(await modelOf(service, 'words')).toMatchObject({
      state: 'absent',
      error: 'The disk of models has 3 MB free, and the model needs 40 MB.',
    });
    manager.onPull = null;
    await service.pull('words');
    await ended(service, 'words');
    expect(await modelOf(service, 'words')).toMatchObject({ state: 'present', error: null });
  });

  it('are not downloaded in offline mode', async () => {
    await expect(serviceOn(createScriptedModelManager(), true).pull('words')).rejects.toMatchObject({
      code: 'offline',
      message: expect.stringContaining('/nowhere/models'),
    });
  });

  it('can be used once they are downloaded', async () => {
    const manager = createScriptedModelManager();
    const service = serviceOn(manager);
    await expect(service.use('words', NOW)).rejects.toMatchObject({ code: 'model_not_there' });
    await expect(service.use('constructor', NOW)).rejects.toMatchObject({ code: 'not_found' });
    await service.pull('words');
    await service.pull('script');
    await ended(service, 'script');
    await service.use('words', NOW);
    await service.use('script', NOW);
    expect(await service.report()).toMatchObject({
      embedder: { engine: 'transformers', model: 'words', decided_by: 'choice' },
      answerer: { engine: 'llama', model: 'script', decided_by: 'choice' },
      models: [{ in_use: true }, { in_use: true }, { in_use: false }],
    });
    await service.use('builtin', NOW);
    await service.use('extractive', NOW);
    expect(await service.report()).toMatchObject({
      embedder: { engine: 'builtin' },
      answerer: { engine: 'extractive' },
    });
  });

  it('on a server cannot be chosen if a setting decides or several servers share a database, but are removed', async () => {
    const manager = createScriptedModelManager();
    manager.decidedBy.generation = 'ANSWERER';
    const service = serviceOn(manager);
    const chosen = service.useServer({ url: 'http://localhost:11434/v1', model: 'small' }, NOW);
    await expect(chosen).rejects.toMatchObject({ code: 'model_set_elsewhere' });
    expect((await service.report()).server).toBeNull();
    await service.forgetServer();
  });

  it('cannot be chosen if a setting decides', async () => {
    const manager = createScriptedModelManager();
    manager.decidedBy.embedding = 'EMBEDDER';
    const service = serviceOn(manager);
    for (const [name, variable] of [
      ['words', 'EMBEDDER'],
      ['builtin', 'EMBEDDER'],
      ['judge', 'RERANKER_MODEL'],
    ] as const) {
      await expect(service.use(name, NOW)).rejects.toMatchObject({
        code: 'model_set_elsewhere',
        message: expect.stringContaining(variable),
      });
    }
  });

  it('change nothing if one does not run, and are switched one at a time', async () => {
    const manager = createScriptedModelManager();
    const service = serviceOn(manager);
    await service.pull('words');
    await ended(service, 'words');
    manager.onUse = () => Promise.reject(new Error('the model words is incomplete or damaged.'));
    await expect(service.use('words', NOW)).rejects.toMatchObject({
      code: 'model_unusable',
      message: 'The model words is incomplete or damaged.',
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = false;
    manager.onUse = () => {
      begun = true;
      return promise;
    };
    const first = service.use('words', NOW);
    await until(() => begun, 'the first is under way');
    await expect(service.use('extractive', NOW)).rejects.toMatchObject({ code: 'in_progress' });
    resolve();
    await first;
    expect((await service.report()).embedder.model).toBe('words');
  });

  it('are no longer examined once the server stops', async () => {
    const manager = createScriptedModelManager();
    const service = serviceOn(manager);
    await service.pull('script');
    await ended(service, 'script');
    manager.onUse = (_name, { signal }) =>
      new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
    const chosen = service.use('script', NOW);
    chosen.catch(() => undefined);
    await service.close();
    await expect(chosen).rejects.toMatchObject({ code: 'stopping' });
    expect((await service.report()).answerer.engine).toBe('extractive');
  });

  it.each(['pull', 'cancel', 'use'] as const)('that are unknown are a 404 for %s', async (verb) => {
    await expect(serviceOn(createScriptedModelManager())[verb]('gpt', NOW)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
