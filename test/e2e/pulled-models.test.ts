import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ChatAnswer, Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MODEL_CATALOGUE } from '../../server/engines/catalogue/model-catalogue.ts';
import type { Model } from '../../server/engines/catalogue/model-types.ts';
import { catalogueFixture, writeMirror } from '../helpers/models/catalogue-fixtures.ts';
import { describeWithEngines, ENGINES_DIR } from '../helpers/models/engines.ts';
import { SAID } from '../helpers/models/files/script.ts';
import { modelsFolder } from '../helpers/models/folder.ts';
import { type FolderServer, serveFolder } from '../helpers/models/folder-server.ts';
import { startServer } from '../helpers/processes/server-process.ts';
import { until } from '../helpers/timing/until.ts';

const helper = (name: string) => fileURLToPath(new URL(`../helpers/models/${name}`, import.meta.url));
const run = promisify(execFile);

const DOCUMENT = `# Passwords

Open Settings, then choose Account and press Reset password. A mail with a link comes to you.

# Invoices

The invoice is kept for ten years. Delete no invoice before that.
`;
const ORIGIN = 'https://docs.example.org';
const QUESTION = 'How do I reset my password?';

const folder = modelsFolder();
const mirrored = join(folder, 'mirror');
const models = join(folder, 'models');
const catalogueFile = join(folder, 'catalogue.json');
let mirror: FolderServer;

const named = (purpose: Model['purpose']) =>
  MODEL_CATALOGUE.filter((model) => model.purpose === purpose).map(({ name }) => name);
const [embedders, rerankers, verifiers, generators] = (
  ['embedding', 'reranking', 'verifying', 'generation'] as const
).map(named) as [string[], string[], string[], string[]];

/** Sets of one model of each kind, so that every model on offer is in one. */
const SETS = Array.from(
  { length: Math.max(...[embedders, rerankers, verifiers, generators].map(({ length }) => length)) },
  (_, at) =>
    [embedders, rerankers, verifiers, generators].map((names) => names[at % names.length] ?? '') as [
      string,
      string,
      string,
      string,
    ],
);

beforeAll(async () => {
  const fixtures = MODEL_CATALOGUE.map(catalogueFixture);
  for (const fixture of fixtures) writeMirror(mirrored, fixture);
  writeFileSync(catalogueFile, JSON.stringify(fixtures.map(({ model }) => model)));
  mirror = await serveFolder(mirrored);
  for (const { name } of MODEL_CATALOGUE) {
    const { stdout } = await run(
      process.execPath,
      ['--no-warnings', helper('models-command.ts'), catalogueFile, 'pull', name],
      { env: { PATH: process.env.PATH, DATA_DIR: folder, MODELS_DIR: models, MODELS_URL: mirror.url } },
    );
    expect(stdout).toMatch(/and its checksum is right\./);
  }
});
afterAll(() => mirror.close());

/** A server with these models, and a project with the document. */
async function serverWith([embedder, reranker, verifier, answerer]: (typeof SETS)[number]) {
  const server = await startServer({
    command: [process.execPath, '--no-warnings', helper('server-with-catalogue.ts'), catalogueFile],
    env: {
      MODELS_DIR: models,
      ENGINES_DIR,
      // Nothing is downloaded any more.
      MODELS_URL: mirror.url,
      OFFLINE: '1',
      EMBEDDER: 'transformers',
      EMBEDDER_MODEL: embedder,
      RERANKER_MODEL: reranker,
      VERIFIER_MODEL: verifier,
      ANSWERER: 'llama',
      ANSWERER_MODEL: answerer,
    },
  });
  const guest = new Footnote({ baseURL: server.baseURL });
  const account = { email: 'keeper@example.org', password: 'a long enough password' };
  await guest.auth.register({ ...account, name: 'Keeper', setup_token: server.setupToken });
  const owner = new Footnote({
    baseURL: server.baseURL,
    accessToken: (await guest.auth.login(account)).access_token,
  });
  const project = (await owner.projects.create({ name: 'Help' })).id;
  const file = new Blob([DOCUMENT]);
  const source = await owner.sources.upload({ file, name: 'help.md', project_id: project });
  expect((await owner.sources.waitUntilReady(source)).status).toBe('completed');
  const { token } = await owner.widgetTokens.create({ project_id: project, trace: true, origin: ORIGIN });
  const ask = async () => {
    const response = await fetch(`${server.baseURL}/projects/${project}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUESTION }),
    });
    return (await response.json()) as ChatAnswer;
  };
  return { server, owner, project, ask };
}

const describeModels = await describeWithEngines('transformers', 'llama');

describeModels('models that were pulled from a mirror (need the engines transformers and llama)', () => {
  // Each takes a server with four models, so the others are among the long tests.
  it.each(process.env.FOOTNOTE_SOAK ? SETS : SETS.slice(0, 1))(
    'embed, rerank, check and answer without a network: %s, %s, %s, %s',
    async (...set) => {
      const [embedder, reranker, verifier, answerer] = set;
      const requests = mirror.requests.length;
      const { server, owner, project, ask } = await serverWith(set);
      const { response, citations, message_id } = await ask();
      expect(response).toBe(SAID);
      expect(citations).toEqual([expect.objectContaining({ id: 1, support: 'checked' })]);

      const trace = await owner.conversations.trace(project, message_id);
      expect(trace.engines).toMatchObject({
        embedder: expect.stringContaining(embedder),
        reranker: `transformers:${reranker}`,
        answerer: `llama:${answerer}`,
      });
      expect(trace.passages.map(({ reranked }) => reranked)).toContain(1);
      // On a busy machine, the first answer may not wait long enough for the model that checks it to load.
      await until(async () => {
        await ask();
        const metrics = await (await fetch(`${server.url}/metrics`)).text();
        return metrics.includes('footnote_verifier_requests_total{outcome="done"}');
      }, 'the sentence was checked by the model');
      expect(await owner.server.models.retrieve()).toMatchObject({
        embedder: { engine: 'transformers', model: embedder },
        reranker: { model: reranker },
        verifier: { model: verifier },
        answerer: { engine: 'llama', model: answerer },
      });
      expect(await (await fetch(`${server.url}/health/ready`)).json()).toMatchObject({ status: 'ready' });
      expect(server.output()).not.toMatch(/engine_(?:request_)?failed/);
      expect(mirror.requests.length).toBe(requests);
      expect(await server.stop()).toEqual({ code: 0, signal: null });
    },
  );
});
