import { afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../server/platform/log.ts';
import { createModelService, type ModelService } from '../../../server/services/models.ts';
import { createScriptedModelManager, type ScriptedModelManager } from '../../helpers/models/scripted-model-manager.ts';
import { until } from '../../helpers/timing/until.ts';

let opened: ModelService[] = [];
afterEach(async () => {
  for (const service of opened) await service.close();
  opened = [];
});

function serviceOn(shelf: ScriptedModelManager, offline = false): ModelService {
  const log = createLog(() => undefined);
  const service = createModelService({ ...shelf, reEmbedding: async () => null, offline, shared: false, log });
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

/** Goes on until it is let go, or ended. */
function held(shelf: ScriptedModelManager) {
  const { promise, resolve } = Promise.withResolvers<void>();
  shelf.onPull = (_name, onProgress, signal) => {
    onProgress(40);
    return new Promise((done, fail) => {
      promise.then(done);
      signal.addEventListener('abort', () => fail(signal.reason));
    });
  };
  return resolve;
}

describe('the models of a server', () => {
  it('are downloaded one after the other, and tell how far they are', async () => {
    const shelf = createScriptedModelManager();
    const service = serviceOn(shelf);
    const letGo = held(shelf);
    await service.pull('words');
    await service.pull('script');
    await service.pull('words');
    await until(async () => (await modelOf(service, 'words'))?.done === 40, 'some of it has arrived');
    expect(await modelOf(service, 'words')).toMatchObject({ state: 'downloading', done: 40, size: 100 });
    expect(await modelOf(service, 'script')).toMatchObject({ state: 'waiting', done: 0 });
    letGo();
    await ended(service, 'script');
    expect(await modelOf(service, 'words')).toMatchObject({ state: 'present', done: 100, error: null });
    expect(await modelOf(service, 'script')).toMatchObject({ state: 'present' });
  });

  it('stop being downloaded when that is wished, while they wait and in the middle', async () => {
    const shelf = createScriptedModelManager();
    const service = serviceOn(shelf);
    held(shelf);
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

  it('say why a download has ended without them, until it is tried again', async () => {
    const shelf = createScriptedModelManager();
    const service = serviceOn(shelf);
    shelf.onPull = () => Promise.reject(new Error('the disk of models has 3 MB free, and the model needs 40 MB.'));
    await service.pull('words');
    await ended(service, 'words');
    expect(await modelOf(service, 'words')).toMatchObject({
      state: 'absent',
      error: 'The disk of models has 3 MB free, and the model needs 40 MB.',
    });
    shelf.onPull = null;
    await service.pull('words');
    await ended(service, 'words');
    expect(await modelOf(service, 'words')).toMatchObject({ state: 'present', error: null });
  });

  it('are not downloaded by a server that is to stay offline', async () => {
    await expect(serviceOn(createScriptedModelManager(), true).pull('words')).rejects.toMatchObject({
      code: 'offline',
      message: expect.stringContaining('/nowhere/models'),
    });
  });

  it('are used once they are there', async () => {
    const shelf = createScriptedModelManager();
    const service = serviceOn(shelf);
    await expect(service.use('words')).rejects.toMatchObject({ code: 'model_not_there' });
    await expect(service.use('constructor')).rejects.toMatchObject({ code: 'not_found' });
    await service.pull('words');
    await service.pull('script');
    await ended(service, 'script');
    await service.use('words');
    await service.use('script');
    expect(await service.report()).toMatchObject({
      embedder: { engine: 'transformers', model: 'words', decided_by: 'choice' },
      answerer: { engine: 'llama', model: 'script', decided_by: 'choice' },
      models: [{ in_use: true }, { in_use: true }, { in_use: false }],
    });
    await service.use('builtin');
    await service.use('extractive');
    expect(await service.report()).toMatchObject({
      embedder: { engine: 'builtin' },
      answerer: { engine: 'extractive' },
    });
  });

  it('are not used where a setting decides', async () => {
    const shelf = createScriptedModelManager();
    shelf.decidedBy.embedding = 'EMBEDDER';
    const service = serviceOn(shelf);
    for (const [name, variable] of [
      ['words', 'EMBEDDER'],
      ['builtin', 'EMBEDDER'],
      ['judge', 'RERANKER_MODEL'],
    ] as const) {
      await expect(service.use(name)).rejects.toMatchObject({
        code: 'model_set_elsewhere',
        message: expect.stringContaining(variable),
      });
    }
  });

  it('leave everything as it was where one does not run, and are exchanged one at a time', async () => {
    const shelf = createScriptedModelManager();
    const service = serviceOn(shelf);
    await service.pull('words');
    await ended(service, 'words');
    shelf.onUse = () => Promise.reject(new Error('the model words is incomplete or damaged.'));
    await expect(service.use('words')).rejects.toMatchObject({
      code: 'model_unusable',
      message: 'The model words is incomplete or damaged.',
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = false;
    shelf.onUse = () => {
      begun = true;
      return promise;
    };
    const first = service.use('words');
    await until(() => begun, 'the first is under way');
    await expect(service.use('extractive')).rejects.toMatchObject({ code: 'in_progress' });
    resolve();
    await first;
    expect((await service.report()).embedder.model).toBe('words');
  });

  it.each(['pull', 'cancel', 'use'] as const)('cannot be asked to %s what nobody offers', async (verb) => {
    await expect(serviceOn(createScriptedModelManager())[verb]('gpt')).rejects.toMatchObject({ code: 'not_found' });
  });
});
