import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChatAnswer, Footnote, type Source } from '@footnote/sdk';
import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded } from '../helpers/seeded.ts';
import { type ServerProcess, startServer } from '../helpers/server-process.ts';

const KILLS = process.env.FOOTNOTE_SOAK ? 60 : 4;
const SECTIONS = 150;

/** A document long enough that its ingestion can be interrupted in any stage; each section says one thing found nowhere else. */
function handbook(): string {
  const sections = Array.from({ length: SECTIONS }, (_, n) => {
    const filler = `Section ${n} belongs to the maintenance handbook. It is read by the crew before each voyage and kept beside the engine. `;
    return `## Station ${n}\n\nThe lamp of station ${n} is called zephyr${n}lantern and burns for ${n + 100} hours. ${filler.repeat(6)}`;
  });
  return `# Handbook\n\n${sections.join('\n\n')}\n`;
}

interface Owner {
  email: string;
  password: string;
  projectId: string;
  apiKey: string;
}

async function openAccount(baseURL: string): Promise<Owner> {
  const email = 'keeper@example.org';
  const password = 'a long enough password';
  const guest = new Footnote({ baseURL });
  await guest.auth.register({ email, password, name: 'Keeper' });
  const { access_token } = await guest.auth.login({ email, password });
  const owner = new Footnote({ baseURL, accessToken: access_token });
  const project = await owner.projects.create({ name: 'Lights' });
  const { key } = await owner.projects.apiKeys.create(project.id);
  return { email, password, projectId: project.id, apiKey: key };
}

/** What the database holds of its chunks, read beside the server's own code: rows, vectors and index entries, and doubles. */
function countStored(dataDir: string): { chunks: number; vectors: number; indexed: number; distinct: number } {
  const database = new Database(join(dataDir, 'footnote.db'), { readonly: true });
  sqliteVec.load(database);
  const count = (sql: string) => Number((database.prepare(sql).get() as { n: number }).n);
  try {
    return {
      chunks: count('select count(*) n from chunks'),
      vectors: count('select count(*) n from search_vectors'),
      indexed: count('select count(*) n from search_text'),
      distinct: count('select count(*) n from (select distinct generation, seq from chunks)'),
    };
  } finally {
    database.close();
  }
}

async function ingestUndisturbed(): Promise<number> {
  const server = await startServer();
  try {
    const { apiKey } = await openAccount(server.baseURL);
    const client = new Footnote({ baseURL: server.baseURL, apiKey });
    const source = await client.sources.upload({ file: new Blob([handbook()]), name: 'handbook.md' });
    return (await client.sources.waitUntilReady(source)).chunks_count;
  } finally {
    await server.stop();
  }
}

describe('a server killed with SIGKILL in the middle of ingesting', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-kill-'));
  const random = seeded(20261121);
  let server: ServerProcess;
  let owner: Owner;
  let expectedChunks = 0;

  beforeAll(async () => {
    expectedChunks = await ingestUndisturbed();
    server = await startServer({ dataDir });
    owner = await openAccount(server.baseURL);
  }, 120_000);

  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it(`completes the source after each of ${KILLS} kills, holds nothing twice, and no question sees half a source`, async () => {
    expect(expectedChunks).toBeGreaterThanOrEqual(SECTIONS);
    for (let round = 0; round < KILLS; round++) {
      let client = new Footnote({ baseURL: server.baseURL, apiKey: owner.apiKey, maxRetries: 0 });
      const uploaded = await client.sources.upload({ file: new Blob([handbook()]), name: 'handbook.md' });
      await delay(random() * 1200);
      await server.kill9();
      server = await startServer({ dataDir });
      client = new Footnote({ baseURL: server.baseURL, apiKey: owner.apiKey, maxRetries: 0 });

      // The first section is written first and the last one last: whoever sees the first sees the whole.
      let source: Source;
      do {
        const before = await client.sources.retrieve(uploaded.id);
        const first = await ask(client, 0);
        const last = await ask(client, SECTIONS - 1);
        source = await client.sources.retrieve(uploaded.id);
        if (source.status !== 'completed') {
          expect(first.citations).toEqual([]);
          expect(last.citations).toEqual([]);
        } else if (before.status === 'completed') {
          expect(first.citations.length).toBeGreaterThan(0);
          expect(last.citations.length).toBeGreaterThan(0);
        }
      } while (source.status === 'pending' || source.status === 'processing');

      expect(source).toMatchObject({ status: 'completed', chunks_count: expectedChunks, error: null });
      await expect
        .poll(() => countStored(dataDir))
        .toEqual({
          chunks: expectedChunks,
          vectors: expectedChunks,
          indexed: expectedChunks,
          distinct: expectedChunks,
        });
      await client.sources.delete(source.id);
    }
    const temporary = await import('node:fs/promises').then((fs) => fs.readdir(join(dataDir, 'tmp')).catch(() => []));
    expect(temporary).toEqual([]);
  }, 600_000);

  function ask(client: Footnote, section: number): Promise<ChatAnswer> {
    return client.chat.create(owner.projectId, { query: `How long does zephyr${section}lantern burn?` });
  }
});
