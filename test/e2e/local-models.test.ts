import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { beforeAll, expect, it } from 'vitest';
import { describeWithEngines, ENGINES_DIR } from '../helpers/models/engines.ts';
import { scriptedGguf } from '../helpers/models/files/gguf.ts';
import { onnxEmbedder, onnxReranker, onnxVerifier } from '../helpers/models/files/onnx.ts';
import { SAID } from '../helpers/models/files/script.ts';
import {
  embeddingEntry,
  generationEntry,
  modelsFolder,
  rerankingEntry,
  verifyingEntry,
  writeModel,
} from '../helpers/models/folder.ts';
import { childrenOf, lives } from '../helpers/processes/child-processes.ts';
import { type ServerProcess, type ServerSettings, startServer } from '../helpers/processes/server-process.ts';
import { parseStream, textOf } from '../helpers/server/read-stream.ts';
import { until } from '../helpers/timing/until.ts';

const PROGRAM = fileURLToPath(new URL('../helpers/models/server-with-catalogue.ts', import.meta.url));
const DOCUMENT = `# Passwords

Open Settings, choose Account and press Reset password. A mail with a link comes to you.

# Invoices

The invoice is kept for ten years. Delete no invoice before that.
`;
const PROGRAMS = [
  'llama-generator-child',
  'transformers-embedder-child',
  'transformers-reranker-child',
  'transformers-verifier-child',
];
const QUESTION = 'How do I reset my password?';
const models = modelsFolder();
const CATALOGUE = join(models, 'catalogue.json');
const SETTINGS = {
  command: [process.execPath, '--no-warnings', PROGRAM, CATALOGUE],
  env: {
    MODELS_DIR: models,
    ENGINES_DIR,
    EMBEDDER: 'transformers',
    EMBEDDER_MODEL: 'words',
    RERANKER_MODEL: 'judge',
    VERIFIER_MODEL: 'inference',
    ANSWERER: 'llama',
    ANSWERER_MODEL: 'script',
    OFFLINE: '1',
  },
} satisfies ServerSettings;

let server: ServerProcess;
let client: Footnote;
let project: string;
let key: string;

beforeAll(async () => {
  const catalogue = [
    // Enough to read the whole document as one passage, so that its number is the one that the scripted model writes.
    embeddingEntry('words', writeModel(models, 'words', onnxEmbedder()), { contextTokens: 512 }),
    rerankingEntry('judge', writeModel(models, 'judge', onnxReranker())),
    verifyingEntry('inference', writeModel(models, 'inference', onnxVerifier())),
    generationEntry('script', writeModel(models, 'script', { 'script.gguf': scriptedGguf() })),
  ];
  writeFileSync(CATALOGUE, JSON.stringify(catalogue));
  server = await startServer(SETTINGS);
  const account = { email: 'keeper@example.org', password: 'a long enough password' };
  const guest = new Footnote({ baseURL: server.baseURL });
  await guest.auth.register({ ...account, name: 'Keeper', setup_token: server.setupToken });
  const { access_token } = await guest.auth.login(account);
  const owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
  project = (await owner.projects.create({ name: 'Help' })).id;
  key = (await owner.projects.apiKeys.create(project)).key;
  client = new Footnote({ baseURL: server.baseURL, apiKey: key });
  await client.sources.waitUntilReady(await client.sources.upload({ file: new Blob([DOCUMENT]), name: 'help.md' }));
});

const ask = (body: object) =>
  fetch(`${server.baseURL}/projects/${project}/chat`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const describeModels = await describeWithEngines('transformers', 'llama');

describeModels('a server whose models run on this machine (needs the engines transformers and llama)', () => {
  it('streams what the model writes, with a citation that was checked against its passage', async () => {
    const { parts, done } = parseStream(await (await ask({ query: QUESTION, stream: true })).text());
    expect(done).toBe(true);
    expect(textOf({ parts })).toBe(SAID);
    expect(parts.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(3);
    const [citation, ...more] = parts.findLast(({ type }) => type === 'data-citations').data;
    expect(more).toEqual([]);
    expect(citation).toMatchObject({ id: 1, support: 'quoted', title: expect.stringMatching(/help|Passwords/) });
    expect(DOCUMENT).toContain(citation.quote);
    expect(citation.quote).toContain('press Reset password');
    const { messageMetadata } = parts.at(-1);
    expect(messageMetadata.finish_reason).toBe('stop');
    expect(messageMetadata.usage.completion_tokens).toBeGreaterThan(5);
  });

  it('says the same to who asks at once, and to who asks again', async () => {
    const answers = await Promise.all([1, 2, 3].map(async () => (await ask({ query: QUESTION })).json()));
    expect(answers.map(({ response }) => response)).toEqual([SAID, SAID, SAID]);
  });

  it('is ready', async () => {
    const parts = { embedder: 'ok', answerer: 'ok' };
    expect(await (await fetch(`${server.url}/health/ready`)).json()).toMatchObject({ status: 'ready', parts });
  });

  it.skipIf(process.platform !== 'linux')(
    'goes on when the process of a model is killed, with the next question',
    async () => {
      for (const program of PROGRAMS) {
        const children = childrenOf(server.pid, program);
        // One embeds questions, the other what is indexed.
        expect(children).toHaveLength(program === 'transformers-embedder-child' ? 2 : 1);
        for (const child of children) process.kill(child, 'SIGKILL');
        await until(
          () => !children.some((child) => existsSync(`/proc/${child}`)),
          'the server knows that they have ended',
        );
        expect((await (await ask({ query: QUESTION })).json()).response).toBe(SAID);
      }
    },
  );

  it.skipIf(process.platform !== 'linux')('leaves no process behind, whether it is stopped or killed', async () => {
    const childrenOfServer = () => PROGRAMS.flatMap((name) => childrenOf(server.pid, name));
    const killed = childrenOfServer();
    expect(killed).toHaveLength(PROGRAMS.length);
    await server.kill9();
    await until(() => !killed.some(lives), 'the models of the killed server are gone');

    server = await startServer({ ...SETTINGS, dataDir: server.dataDir });
    expect(childrenOfServer()).toEqual([]);
    expect((await (await ask({ query: QUESTION })).json()).response).toBe(SAID);
    const stopped = childrenOfServer();
    expect(stopped).toHaveLength(PROGRAMS.length);
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(stopped.some(lives)).toBe(false);
  });
});
