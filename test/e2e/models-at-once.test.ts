import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithEngines, ENGINES_DIR } from '../helpers/models/engines.ts';
import { scriptedGguf } from '../helpers/models/files/gguf.ts';
import { onnxEmbedder } from '../helpers/models/files/onnx.ts';
import { embeddingEntry, generationEntry, modelsFolder, writeModel } from '../helpers/models/folder.ts';
import { type ScriptedHub, startHub } from '../helpers/models/model-hub.ts';
import { type ServerProcess, type ServerSettings, startServer } from '../helpers/processes/server-process.ts';
import { until } from '../helpers/timing/until.ts';

const PROGRAM = fileURLToPath(new URL('../helpers/models/server-with-catalogue.ts', import.meta.url));
const DOCUMENT =
  '# Passwords\n\nOpen Settings, choose Account and press Reset password. A mail with a link comes to you.\n';
const QUESTION = 'How do I reset my password?';
/** Loading a library of native code takes seconds on a busy machine. */

const elsewhere = modelsFolder();
const models = modelsFolder();
/** As the scripted model says it; the document has its full stop before the marker. */
const WRITTEN = 'Reset password [1].';

let hub: ScriptedHub;
let settings: ServerSettings;
let token: string;
let server: ServerProcess;
let operator: Footnote;
let project: string;
let key: string;

beforeAll(async () => {
  const words = embeddingEntry('words', writeModel(elsewhere, 'words', onnxEmbedder()));
  const contents = new Map(words.files.map(({ path }) => [path, readFileSync(join(elsewhere, 'words', path))]));
  hub = await startHub({ model: words, contents });
  const catalogue = [
    words,
    generationEntry('script', writeModel(models, 'script', { 'script.gguf': scriptedGguf() })),
    generationEntry('damaged', writeModel(models, 'damaged', { 'damaged.gguf': scriptedGguf() })),
  ];
  const damaged = join(models, 'damaged', 'damaged.gguf');
  const bytes = readFileSync(damaged);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  const file = join(models, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  settings = {
    command: [process.execPath, '--no-warnings', PROGRAM, file],
    env: { MODELS_DIR: models, MODELS_URL: hub.url, ENGINES_DIR },
  };
  server = await startServer(settings);
  token = await loggedIn('operator@example.org');
  operator = new Footnote({ baseURL: server.baseURL, accessToken: token });
  project = (await operator.projects.create({ name: 'Help' })).id;
  key = (await operator.projects.apiKeys.create(project)).key;
  await operator.sources.waitUntilReady(
    await operator.sources.upload({ file: new Blob([DOCUMENT]), name: 'help.md', project_id: project }),
  );
});

afterAll(() => hub.close());

async function loggedIn(email: string): Promise<string> {
  const account = { email, password: 'a long enough password' };
  const guest = new Footnote({ baseURL: server.baseURL });
  await guest.auth.register({ ...account, name: 'Keeper', setup_token: server.setupToken });
  return (await guest.auth.login(account)).access_token;
}

/** The sentence of the document or the model's, and whether it cites. */
async function answer(): Promise<{ response: string; cites: boolean }> {
  const visitor = new Footnote({ baseURL: server.baseURL, apiKey: key });
  const { response, citations } = await visitor.chat.create(project, { query: QUESTION });
  return { response, cites: citations.length > 0 };
}

const describeModels = await describeWithEngines('transformers', 'llama');

describeModels('models of a server that runs (need the engines transformers and llama)', () => {
  it('are shown to the operator alone', async () => {
    const accessToken = await loggedIn('other@example.org');
    const other = new Footnote({ baseURL: server.baseURL, accessToken });
    await expect(other.server.models.retrieve()).rejects.toMatchObject({ status: 403, code: 'operator_required' });
    await expect(other.server.models.pull('words')).rejects.toMatchObject({ code: 'operator_required' });
    const report = await operator.server.models.retrieve();
    expect(report).toMatchObject({
      embedder: { engine: 'builtin', model: null, decided_by: 'automatic' },
      answerer: { engine: 'extractive', model: null, decided_by: 'automatic' },
      re_embedding: null,
      offline: false,
      shared: false,
      folder: models,
    });
    expect(report.engines.map(({ name, purposes, state }) => [name, purposes, state])).toContainEqual([
      'llama',
      ['generation'],
      'present',
    ]);
    expect(report.models.map(({ name, state }) => [name, state])).toEqual([
      ['words', 'absent'],
      ['script', 'present'],
      ['damaged', 'present'],
    ]);
  });

  it('are downloaded and embed everything anew, while questions are answered', async () => {
    await expect(operator.server.models.use('words')).rejects.toMatchObject({ code: 'model_not_there' });
    await operator.server.models.pull('words');
    const state = async () =>
      (await operator.server.models.retrieve()).models.find(({ name }) => name === 'words')?.state;
    await until(async () => (await state()) === 'present', 'the model is there');
    const used = await operator.server.models.use('words');
    expect(used.embedder).toEqual({ engine: 'transformers', model: 'words', decided_by: 'choice' });
    do {
      expect((await answer()).cites).toBe(true);
    } while ((await operator.server.models.retrieve()).re_embedding !== null);
    // What comes now is embedded by it, and both are found.
    const text = { title: 'Invoices', text: 'The invoice is kept for ten years.', project_id: project };
    await operator.sources.waitUntilReady(await operator.sources.addText(text));
    expect((await answer()).cites).toBe(true);
  });

  it('write the answers from the next question on, and no longer when that is wished', async () => {
    expect((await answer()).response).not.toContain(WRITTEN);
    // It says the same to every question.
    await expect(operator.server.models.use('script')).rejects.toMatchObject({ code: 'model_unfit' });
    const { checks, answerer } = await operator.server.models.retrieve();
    // The other one is pinned to the same bytes.
    expect(checks.map(({ model, server, check }) => [model, server, check.unfit])).toEqual([
      ['script', null, true],
      ['damaged', null, true],
    ]);
    expect(answerer.engine).toBe('extractive');
    const used = await operator.server.models.use('script', { anyway: true });
    expect(used.answerer).toMatchObject({ engine: 'llama', model: 'script' });
    expect((await answer()).response).toContain(WRITTEN);
    await operator.server.models.use('extractive');
    expect((await answer()).response).not.toContain(WRITTEN);
  });

  it('are refused in a sentence where they are damaged, and everything stays as it was', async () => {
    await expect(operator.server.models.use('damaged')).rejects.toMatchObject({
      code: 'model_unusable',
      detail: expect.stringMatching(/^The model damaged is incomplete or damaged: .+ is not the pinned file/),
    });
    expect((await operator.server.models.retrieve()).answerer.engine).toBe('extractive');
    expect((await answer()).cites).toBe(true);
  });

  it('are still used after the server has been started again', async () => {
    await operator.server.models.use('script', { anyway: true });
    await server.stop();
    server = await startServer({ ...settings, dataDir: server.dataDir });
    operator = new Footnote({ baseURL: server.baseURL, accessToken: token });
    const report = await operator.server.models.retrieve();
    expect(report).toMatchObject({
      embedder: { model: 'words', decided_by: 'choice' },
      answerer: { model: 'script', decided_by: 'choice' },
      re_embedding: null,
    });
    expect((await answer()).response).toContain(WRITTEN);
  });
});
