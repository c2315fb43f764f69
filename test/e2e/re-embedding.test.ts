import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VECTORS_VERSION } from '../../server/engines/builtin/vectors-version.ts';
import { passageText } from '../../server/engines/passage-text.ts';
import { ENGINES_DIR, hasEngines } from '../helpers/models/engines.ts';
import { onnxEmbedder } from '../helpers/models/files/onnx.ts';
import { embeddingEntry, writeModel } from '../helpers/models/folder.ts';
import { type ModelServer, sendJson, startModelServer } from '../helpers/models/model-server.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { databaseFile } from '../helpers/stores/rows.ts';
import { until } from '../helpers/timing/until.ts';

/** One whose texts get prefixes, so that a question can be told from a passage. */
const MODEL = 'multilingual-e5-small';
const WITH_CATALOGUE = fileURLToPath(new URL('../helpers/models/server-with-catalogue.ts', import.meta.url));
const DIMENSIONS = 16;
const SECTIONS = 40;

/** What the scripted model makes of a text: how often each letter is in it. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0.01);
  for (const letter of text) {
    const axis = (letter.codePointAt(0) ?? 0) % DIMENSIONS;
    vector[axis] = (vector[axis] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** A document of so many sections, each a chunk of its own. */
function document(name: string): Blob {
  const sections = Array.from(
    { length: SECTIONS },
    (_, at) =>
      `## Rule ${at} of the ${name}\n\nThe ${name} rule number ${at} says that the ${name} lamp ${at} is lit at ${at} past nine. ${'It is a rule like every other rule that stands in this book of rules. '.repeat(8)}`,
  );
  return new Blob([`# The book of the ${name}\n\n${sections.join('\n\n')}`]);
}

/** Holds what passes it, but for the first so many, until it is opened. */
function createGate(free: number) {
  const opened = Promise.withResolvers<void>();
  let passed = 0;
  return {
    async pass(): Promise<void> {
      passed += 1;
      if (passed > free) await opened.promise;
    },
    open: () => opened.resolve(),
  };
}

const canRunModels = await hasEngines('transformers');

describe('a server whose embedder has been changed', () => {
  let models: ModelServer;
  let server: ServerProcess;
  let project: string;
  let key: string;
  /** The texts that the model server was asked for. */
  let asked: string[];
  /** What batches of passages pass before they get their vectors, except those of the garden, a book that comes on the way. */
  let gate: ReturnType<typeof createGate>;
  /** Models that it fails for. */
  let away: string[];

  beforeAll(async () => {
    models = await startModelServer();
    models.answerWith(async ({ body }, response) => {
      // The list of its models is what a health check asks for.
      if (body === null) return sendJson(response, 200, { data: [] });
      if (away.includes(body.model)) return sendJson(response, 500, {});
      asked.push(...body.input);
      if (body.input.some(isPassage)) await gate.pass();
      sendJson(response, 200, {
        data: body.input.map((text: string, index: number) => ({ index, embedding: vectorOf(text) })),
      });
    });
  });
  afterAll(() => models.close());

  beforeEach(async () => {
    [asked, gate, away] = [[], createGate(Infinity), []];
    server = await startServer();
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'owner@example.org', password: 'a long enough password' };
    await guest.auth.register({ ...account, name: 'Owner', setup_token: server.setupToken });
    const { access_token } = await guest.auth.login(account);
    const owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
    project = (await owner.projects.create({ name: 'Rules' })).id;
    key = (await owner.projects.apiKeys.create(project)).key;
  });

  const client = () => new Footnote({ baseURL: server.baseURL, apiKey: key });
  const withModel = () => ({ EMBEDDER: 'openai', EMBEDDER_URL: models.url, EMBEDDER_MODEL: MODEL });
  const said = (event: string) => server.output().includes(`"event":"${event}"`);
  const isPassage = (text: string) => / (?:harbour|quarry|mill) rule number /.test(text);
  const questions = () => asked.filter((text) => text.startsWith('query: ') && text !== 'query: dimensions');

  async function read(name: string): Promise<string> {
    const source = await client().sources.upload({ file: document(name), name: `${name}.md` });
    expect((await client().sources.waitUntilReady(source)).status).toBe('completed');
    return source.id;
  }

  /** Every question must find its own rule. */
  async function ask(name: string, at: number): Promise<void> {
    const { citations } = await client().chat.create(project, { query: `When is the ${name} lamp ${at} lit?` });
    expect(citations[0]?.text).toContain(`the ${name} lamp ${at} is lit`);
  }

  async function restart(env: Record<string, string>, command?: [string, ...string[]]): Promise<void> {
    server = await startServer({ env, dataDir: server.dataDir, ...(command && { command }) });
  }

  function inDatabase<Result>(look: (database: Database.Database) => Result): Result {
    const database = new Database(databaseFile(server.dataDir), { readonly: true });
    sqliteVec.load(database);
    try {
      return look(database);
    } finally {
      database.close();
    }
  }

  const vectorTables = (database: Database.Database) =>
    database
      .prepare("select name from sqlite_master where sql like 'create virtual table search_vectors%'")
      .pluck()
      .all();

  /** What is in the vector tables, against what the scripted model makes of every chunk that is there. */
  function expectFreshIndex(): void {
    expect(inDatabase(vectorTables)).toEqual(['search_vectors_2']);
    const chunks = inDatabase((database) =>
      database
        .prepare(
          `select chunks.id, documents.title, chunks.headings, chunks.text, projects.number, chunks.generation from chunks
         join projects on projects.id = chunks.project_id join generations on generations.id = chunks.generation
         join documents on documents.source_id = generations.source_id where generations.state = 'live' order by chunks.id`,
        )
        .all(),
    ) as { id: number; title: string; headings: string; text: string; number: number; generation: number }[];
    const vectors = inDatabase((database) =>
      database.prepare('select id, project, generation, embedding from search_vectors_2 order by id').all(),
    ) as { id: number; project: number; generation: number; embedding: Buffer }[];
    expect(chunks.length).toBeGreaterThan(2 * SECTIONS);
    expect(vectors.map(({ id, project: number, generation }) => ({ id, number, generation }))).toEqual(
      chunks.map(({ id, number, generation }) => ({ id, number, generation })),
    );
    for (const [at, { title, headings, text }] of chunks.entries()) {
      const expected = vectorOf(`passage: ${passageText(title, { headings: JSON.parse(headings), text })}`);
      const { buffer, byteOffset } = vectors[at]?.embedding ?? Buffer.alloc(4 * DIMENSIONS);
      const found = new Float32Array(buffer.slice(byteOffset, byteOffset + 4 * DIMENSIONS));
      expect(Math.max(...found.map((value, axis) => Math.abs(value - (expected[axis] ?? 0))))).toBeLessThan(1e-5);
    }
  }

  it('answers every question on the way to the new vectors, through an upload, a deletion and a kill -9', async () => {
    await read('harbour');
    const deleted = await read('quarry');
    await read('mill');
    await server.stop();

    // More than a tenth of all passages.
    gate = createGate(4);
    await restart(withModel());
    for (let at = 0; at < 6; at += 1) await ask('harbour', at);
    const uploading = read('garden');
    await client().sources.delete(deleted);
    for (let at = 6; at < 9; at += 1) await ask('mill', at);
    await uploading;
    await ask('garden', 3);
    await until(() => said('re_embedding_progressed'), 'a tenth is done');
    expect(said('re_embedding_completed')).toBe(false);
    expect(questions()).toEqual([]);
    const before = asked.length;
    await server.kill9();

    gate = createGate(1);
    await restart(withModel());
    await until(() => said('re_embedding_started'), 'it goes on');
    const began = /"event":"re_embedding_started".+"chunks":(\d+),"of":(\d+)/.exec(server.output());
    expect(Number(began?.[1])).toBeGreaterThan(0);
    for (let at = 0; at < 3; at += 1) await ask('mill', at);
    expect(questions()).toEqual([]);
    gate.open();
    for (let at = 0; !said('re_embedding_completed'); at = (at + 1) % SECTIONS) await ask('harbour', at);
    await ask('garden', 5);
    expect(questions().length).toBeGreaterThan(0);
    expect(await (await fetch(`${server.url}/health/ready`)).json()).toMatchObject({ status: 'ready' });
    // Nothing that was done before the kill was done again, but for one batch at most.
    expect(asked.length - before).toBeLessThan(3 * SECTIONS);
    await until(() => inDatabase(vectorTables).length === 1, 'the old vectors are erased');
    await server.stop();
    expectFreshIndex();
  });

  it('answers by the words alone where the embedder of before is gone, and says so', async () => {
    await server.stop();
    await restart(withModel());
    await read('harbour');
    await read('mill');
    await server.stop();
    asked.length = 0;
    await restart({ EMBEDDER: 'builtin' });
    expect(said('text_search_only')).toBe(true);
    for (let at = 0; at < 5; at += 1) await ask('harbour', at);
    await until(() => said('re_embedding_completed'), 'the new vectors are made');
    await ask('mill', 7);
    expect(asked).toEqual([]);
    await server.stop();
  });

  it.skipIf(!process.env.FOOTNOTE_SOAK)(
    'answers by the words alone while an embedder cannot be reached, the one of before as well',
    async () => {
      await server.stop();
      await restart(withModel());
      await read('harbour');
      await read('mill');
      away = [MODEL];
      for (let at = 0; at < 3; at += 1) await ask('harbour', at);
      expect(server.output().match(/"event":"embedder_unavailable"/g)).toHaveLength(1);
      await server.stop();

      [away, gate] = [[], createGate(0)];
      await restart({ ...withModel(), EMBEDDER_MODEL: 'another' });
      away = [MODEL];
      for (let at = 3; at < 6; at += 1) await ask('mill', at);
      expect(said('embedder_unavailable')).toBe(true);
      expect(said('re_embedding_completed')).toBe(false);
      gate.open();
      await until(() => said('re_embedding_completed'), 'the new vectors are made');
      await ask('mill', 7);
      await server.stop();
    },
  );

  it('embeds everything anew where the server comes with other built-in vectors', async () => {
    await read('harbour');
    await server.stop();
    const database = new Database(databaseFile(server.dataDir));
    expect(database.prepare("update vector_indexes set embedder = 'builtin-1'").run().changes).toBe(1);
    database.close();

    await restart({});
    for (let at = 0; at < 3; at += 1) await ask('harbour', at);
    await until(() => said('re_embedding_completed'), 'all is embedded again');
    expect(server.output()).toContain(
      `"event":"re_embedding_completed","from":"builtin-1","to":"builtin-${VECTORS_VERSION}"`,
    );
    await ask('harbour', 7);
    await server.stop();
  });

  it.skipIf(!canRunModels)(
    'goes over to a model by itself once it is on the machine (needs the engine transformers)',
    async () => {
      await read('harbour');
      await read('mill');
      await server.stop();
      const catalogue = join(server.dataDir, 'catalogue.json');
      const files = writeModel(join(server.dataDir, 'models'), 'words', onnxEmbedder());
      writeFileSync(catalogue, JSON.stringify([embeddingEntry('words', files)]));

      await restart({ OFFLINE: '1', ENGINES_DIR }, [process.execPath, '--no-warnings', WITH_CATALOGUE, catalogue]);
      await until(() => said('re_embedding_completed'), 'all is embedded by the model');
      expect(server.output()).toContain(
        `"event":"re_embedding_completed","from":"builtin-${VECTORS_VERSION}","to":"transformers:words@`,
      );
      for (let at = 0; at < 3; at += 1) await ask('mill', at);
      await until(() => inDatabase(vectorTables).length === 1, 'the old vectors are erased');
      expect(inDatabase((database) => database.prepare('select count(*) from search_vectors_2').pluck().get())).toBe(
        inDatabase((database) => database.prepare('select count(*) from chunks').pluck().get()),
      );
      await server.stop();
    },
  );
});
