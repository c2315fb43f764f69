import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../../../../server/store/sqlite/open.ts';
import type { StoredTrace } from '../../../../server/store/types.ts';
import {
  aChunk,
  aCitation,
  aSource,
  claimed,
  EMBEDDER,
  indexCounts,
  ingested,
  published,
  SILENT,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../helpers/stores/rows.ts';

describe('deletion in the embedded store, once its file has been compacted', () => {
  const places = temporaryPlaces();
  let directory: string;
  let store: SqliteStore;
  beforeEach(async () => {
    directory = places.directory();
    store = places.track(await openSqliteStore({ dataDir: directory, embedder: EMBEDDER, log: SILENT }));
  });
  afterEach(() => places.clear());

  /** The files under the data directory whose bytes hold the text. */
  function filesWith(text: string): string[] {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(text))
      .map((entry) => entry.name);
  }

  /** A source whose content, index terms, title and original hold distinctive words, between two that stay. */
  async function secretSource(projectId: string, count = 150) {
    const upload = join(store.files.temporaryDirectory, 'upload');
    await writeFile(upload, 'ORIGINALCANARY');
    const source = aSource(projectId, {
      fileId: await store.files.adopt(upload),
      metadata: { filename: 'FILENAMECANARY.md' },
    });
    await store.sources.create(source);
    const chunks = Array.from({ length: count }, (_, seq) =>
      aChunk(seq, `CONTENTCANARY${seq} is secret`, {
        headings: ['HEADINGCANARY'],
        headingTerms: `headingterm${seq % 7}canary`,
        terms: `indexterm${(seq * 7919) % 1009}canary secret common`,
        embedding: new Float32Array(8).map((_, axis) => Math.sin(seq * 8 + axis)),
      }),
    );
    const job = await claimed(store);
    const generation = await staged(store, job, chunks);
    const document = { title: 'TITLECANARY', language: 'en', text: 'DOCUMENTCANARY '.repeat(2_000) };
    const metadata = { filename: 'FILENAMECANARY.md' };
    await store.chunks.publish(job, generation, { document, chunksCount: count, metadata, at: 1 });
    return source;
  }

  const TRACES = [
    'ORIGINALCANARY',
    'FILENAMECANARY',
    'TITLECANARY',
    'DOCUMENTCANARY',
    'HEADINGCANARY',
    'CONTENTCANARY',
    // The index keeps terms without the beginnings that they share with their neighbours; the end is always there.
    'canary',
  ];

  it('leaves no byte of a source in the database, its log or the uploads: content, terms, vectors, answers', async () => {
    const project = await withProject(store);
    await ingested(
      store,
      project.id,
      Array.from({ length: 100 }, (_, index) => `kept before ${index}`),
    );
    const source = await secretSource(project.id);
    await ingested(
      store,
      project.id,
      Array.from({ length: 100 }, (_, index) => `kept after ${index}`),
    );
    await store.conversations.create({
      id: 'conv_1',
      projectId: project.id,
      visitorId: null,
      createdAt: 1,
      updatedAt: 1,
    });
    await store.conversations.append(project.id, 'conv_1', {
      id: 'msg_1',
      role: 'assistant',
      text: 'It says CONTENTCANARY7 [1].',
      citations: [aCitation(1, source.id, 'CONTENTCANARY7 is secret')],
      finishReason: 'stop',
      usage: null,
      createdAt: 1,
    });
    const vector = Buffer.from(new Float32Array(8).map((_, axis) => Math.sin(77 * 8 + axis)).buffer).toString('latin1');
    const vectorFiles = () =>
      readdirSync(directory)
        .filter((name) => name.startsWith('footnote.db'))
        .filter((name) => readFileSync(join(directory, name)).toString('latin1').includes(vector));
    for (const trace of TRACES) expect([trace, filesWith(trace).length > 0]).toEqual([trace, true]);
    expect(vectorFiles()).not.toEqual([]);

    expect(await store.sources.delete(project.id, source.id)).toBe(true);
    await store.compact();
    for (const trace of TRACES) expect([trace, filesWith(trace)]).toEqual([trace, []]);
    expect(vectorFiles()).toEqual([]);
    expect(await store.search.text(project.id, ['kept'], 500)).toHaveLength(200);
    expect(indexCounts(directory)).toEqual([
      { state: 'live', chunks: 100, rows: 100, text: 100, vectors: 100 },
      { state: 'live', chunks: 100, rows: 100, text: 100, vectors: 100 },
    ]);
  });

  it('leaves no byte of any of many small sources that share their pages, whichever goes first', async () => {
    const project = await withProject(store);
    const sources: { id: string; trace: string }[] = [];
    for (let number = 0; number < 30; number += 1) {
      const trace = `CANARY${number}x`;
      const texts = Array.from({ length: 7 }, (_, seq) => `${trace} ${'and words '.repeat(5 + ((seq * 7919) % 60))}`);
      sources.push({ id: (await ingested(store, project.id, texts)).id, trace });
    }
    const deleted: string[] = [];
    for (let step = 0; step < sources.length; step += 1) {
      const { id, trace } = sources[(step * 7) % sources.length] as (typeof sources)[number];
      expect(await store.sources.delete(project.id, id)).toBe(true);
      deleted.push(trace);
      if (deleted.length % 5 > 0) continue;
      await store.compact();
      expect(deleted.filter((gone) => filesWith(gone).length + filesWith(gone.toLowerCase()).length > 0)).toEqual([]);
    }
  });

  it('leaves no byte of a source while others are being written and read beside it', async () => {
    const project = await withProject(store);
    const doomed = [await secretSource(project.id, 120), await secretSource(project.id, 120)];
    await store.sources.create(aSource(project.id));
    const job = await claimed(store);
    const generation = await store.chunks.begin(job, job);
    if (generation === null) throw new Error('The fence was refused.');
    let written = 0;
    const writing = (async () => {
      for (; written < 400; written += 20) {
        const batch = Array.from({ length: 20 }, (_, index) =>
          aChunk(written + index, `other words ${written + index}`),
        );
        await store.chunks.append(job, generation, batch);
        await store.search.text(project.id, ['secret', 'other'], 20);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await Promise.all([...doomed.map(({ id }) => store.sources.delete(project.id, id)), writing]);
    await store.compact();
    for (const trace of TRACES) expect([trace, filesWith(trace)]).toEqual([trace, []]);
    expect(indexCounts(directory)).toEqual([{ state: 'staging', chunks: 400, rows: 400, text: 400, vectors: 400 }]);
  });

  it('leaves no byte of a project', async () => {
    const project = await withProject(store, { name: 'NAMECANARY' });
    await secretSource(project.id);
    await store.conversations.create({
      id: 'conv_1',
      projectId: project.id,
      visitorId: null,
      createdAt: 1,
      updatedAt: 1,
    });
    const message = { role: 'user' as const, citations: [], finishReason: null, usage: null, createdAt: 1 };
    await store.conversations.append(project.id, 'conv_1', { ...message, id: 'msg_1', text: 'QUESTIONCANARY' });
    await store.apiKeys.create({
      id: 'key_1',
      projectId: project.id,
      name: 'KEYNAMECANARY',
      hash: 'KEYHASHCANARY',
      prefix: 'KEYPREFIXCANARY',
      scopes: ['ask'],
      expiresAt: null,
      addresses: ['192.0.2.0/24'],
      createdAt: 1,
      lastUsedAt: null,
    });
    const ofKey = ['KEYNAMECANARY', 'KEYHASHCANARY', 'KEYPREFIXCANARY', '192.0.2.0/24'];
    for (const trace of ofKey) expect([trace, filesWith(trace).length > 0]).toEqual([trace, true]);
    expect(await store.projects.delete(project.id)).toBe(true);
    await store.compact();
    for (const trace of [...TRACES, ...ofKey, 'NAMECANARY', 'QUESTIONCANARY'])
      expect([trace, filesWith(trace)]).toEqual([trace, []]);
    expect(indexCounts(directory)).toEqual([]);
  });

  it('leaves no byte of a conversation', async () => {
    const { id: projectId } = await withProject(store);
    await store.conversations.create({
      id: 'conv_1',
      projectId,
      visitorId: 'VISITORCANARY',
      createdAt: 1,
      updatedAt: 1,
    });
    const message = { citations: [], finishReason: null, usage: null, createdAt: 1 };
    await store.conversations.append(projectId, 'conv_1', {
      ...message,
      role: 'user',
      id: 'msg_1',
      text: 'QUESTIONCANARY',
    });
    // Which sources an answer cites is stored under its id as well.
    const source = await ingested(store, projectId, ['words']);
    await store.conversations.append(projectId, 'conv_1', {
      ...message,
      role: 'assistant',
      id: 'MESSAGECANARY',
      text: 'ANSWERCANARY [1]',
      citations: [aCitation(1, source.id, 'words')],
    });
    await store.conversations.append(projectId, 'conv_1', {
      ...message,
      role: 'assistant',
      id: 'msg_3',
      text: 'x',
      trace: { question: { asked: 'TRACECANARY' }, passages: [], claims: [], dropped: [] } as unknown as StoredTrace,
    });
    await store.conversations.rate(projectId, 'conv_1', 'MESSAGECANARY', 'down', 'COMMENTCANARY');
    expect(filesWith('TRACECANARY')).not.toEqual([]);
    expect(filesWith('COMMENTCANARY')).not.toEqual([]);
    expect(await store.conversations.delete(projectId, 'conv_1')).toBe(true);
    await store.compact();
    for (const trace of [
      'VISITORCANARY',
      'QUESTIONCANARY',
      'MESSAGECANARY',
      'ANSWERCANARY',
      'COMMENTCANARY',
      'TRACECANARY',
    ])
      expect([trace, filesWith(trace)]).toEqual([trace, []]);
  });

  it('leaves no byte of an account, with projects and without', async () => {
    for (const projects of [0, 2]) {
      const account = {
        name: 'PERSONCANARY',
        passwordHash: 'HASHCANARY',
        tokenEpoch: 1,
        createdAt: 1,
      };
      await store.users.create({ ...account, id: 'usr_leaving', email: 'EMAILCANARY@example.com' });
      for (let made = 0; made < projects; made += 1) {
        const { id } = await withProject(store, { userId: 'usr_leaving', name: 'NAMECANARY' });
        await secretSource(id, 60);
        const request = { credential: 'user usr_leaving', key: `KEYCANARY${made}`, fingerprint: 'f', runner: 'r' };
        await store.idempotency.begin(request, 1, 0);
        await store.idempotency.finish(request, { status: 201, body: { id, name: 'NAMECANARY' }, resourceId: id });
        await store.budgets.take(id, { visitorId: 'VISITORCANARY', address: 'ADDRESSCANARY' }, '2026-01-31', {
          ...{ project: null, visitor: null, address: null },
        });
      }
      expect(filesWith('EMAILCANARY')).not.toEqual([]);
      expect(await store.users.delete('usr_leaving')).toBe(true);
      await store.compact();
      const own = ['EMAILCANARY', 'PERSONCANARY', 'HASHCANARY', 'NAMECANARY', 'KEYCANARY', 'VISITORCANARY'];
      for (const trace of [...own, ...TRACES]) expect([trace, filesWith(trace)]).toEqual([trace, []]);
    }
  });

  it('leaves no byte of what a source said before it was read again', async () => {
    const project = await withProject(store);
    const source = await secretSource(project.id, 60);
    await store.sources.requeue(project.id, source.id, 1);
    const job = await claimed(store);
    const chunks = [aChunk(0, 'harmless')];
    expect(await published(store, job, await staged(store, job, chunks), chunks)).toBe(true);
    await store.compact();
    for (const trace of ['TITLECANARY', 'DOCUMENTCANARY', 'HEADINGCANARY', 'CONTENTCANARY', 'canary']) {
      expect([trace, filesWith(trace)]).toEqual([trace, []]);
    }
  });

  it('is finished at the next start when the process ended in the middle of it', async () => {
    const project = await withProject(store);
    const source = await secretSource(project.id, 150);
    // Closing waits for the batch under way and fails the next one, as a stop in the middle does.
    const deletion = store.sources.delete(project.id, source.id);
    while ((await store.sources.byId(source.id)) !== null) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([expect(deletion).rejects.toThrow(), places.close(store)]);
    expect(filesWith('ORIGINALCANARY')).not.toEqual([]);
    store = places.track(await openSqliteStore({ dataDir: directory, embedder: EMBEDDER, log: SILENT }));
    expect(await store.search.text(project.id, ['secret'], 5)).toEqual([]);
    expect(await store.chunks.sweep()).toBeGreaterThan(0);
    await store.compact();
    for (const trace of TRACES) expect([trace, filesWith(trace)]).toEqual([trace, []]);
  });

  it('holds the event loop only for moments', async () => {
    const project = await withProject(store);
    const terms = (seq: number) =>
      Array.from({ length: 100 }, (_, word) => `w${(seq * 31 + word * word) % 5_000}`).join(' ');
    const source = await ingested(
      store,
      project.id,
      Array.from({ length: 300 }, (_, seq) => aChunk(seq, `text ${seq}`, { terms: terms(seq) })),
    );
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    await store.sources.delete(project.id, source.id);
    clearImmediate(counting);
    expect(turns).toBeGreaterThan(10);
  });
});
