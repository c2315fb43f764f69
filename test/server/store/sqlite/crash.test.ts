import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../server/store/sqlite/open.ts';
import { EMBEDDER, indexCounts, querySqlite, SILENT, temporaryPlaces } from '../../../helpers/stores/rows.ts';

const CHILD = fileURLToPath(new URL('./writing-process.ts', import.meta.url));
const KILLS = process.env.FOOTNOTE_SOAK ? 60 : 3;

describe('a process killed while it writes', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());

  /** Lets the child write for a while after it has said a word, kills it and returns what it had acknowledged. */
  async function written(directory: string, word: string, milliseconds: number): Promise<string[]> {
    const child = spawn(process.execPath, ['--conditions=footnote-source', CHILD, directory], { stdio: 'pipe' });
    let output = '';
    let complaint = '';
    child.stderr.on('data', (data) => {
      complaint += data;
    });
    child.stdout.on('data', (data) => {
      const before = output.includes(word);
      output += data;
      if (!before && output.includes(word)) setTimeout(() => child.kill('SIGKILL'), milliseconds);
    });
    await once(child, 'close');
    if (!output.startsWith('ready')) throw new Error(`The process did not start: ${complaint}`);
    return output.split('\n').filter((line) => line !== '');
  }

  it('has lost nothing that it acknowledged, and no search sees half a source', {
    timeout: KILLS * 100_000,
  }, async () => {
    const directory = places.directory();
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Some of them not before a whole source was written, however slow the machine is.
      const word = kill % 3 === 2 ? 'done' : 'ready';
      acknowledged.push(...(await written(directory, word, 60 + ((kill * 137) % 400))));
      const idsOf = (event: string) =>
        new Set(acknowledged.map((line) => line.split(' ')).flatMap(([name, id = '']) => (name === event ? [id] : [])));
      const deleting = idsOf('deleting');
      const deleted = idsOf('deleted');
      const store = places.track(await openSqliteStore({ dataDir: directory, embedder: EMBEDDER, log: SILENT }));
      const known = new Map<string, string>();
      for (let offset = 0; ; offset += 100) {
        const { rows } = await store.sources.listByProject('proj_killed', { limit: 100, offset });
        for (const source of rows) known.set(source.id, source.status);
        if (rows.length < 100) break;
      }
      for (const id of idsOf('source')) {
        if (deleted.has(id)) expect([id, known.get(id)]).toEqual([id, undefined]);
        // A deletion that was not acknowledged may have taken place or not.
        else if (!deleting.has(id)) expect([id, known.has(id)]).toEqual([id, true]);
      }
      for (const id of idsOf('done')) {
        if (!deleting.has(id)) expect([id, known.get(id)]).toEqual([id, 'completed']);
      }
      for (const [id, status] of known) {
        const hits = await store.search.text('proj_killed', [id.toLowerCase()], 200);
        expect([id, status, hits.length]).toEqual([id, status, status === 'completed' ? 120 : 0]);
      }
      expect(querySqlite(directory, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      await store.jobs.recover(Date.now(), { code: 'interrupted', message: 'x' });
      await store.chunks.sweep();
      for (const { state, chunks, rows, text, vectors } of indexCounts(directory)) {
        expect([rows, text, vectors]).toEqual([chunks, chunks, chunks]);
        // What was being written waits for the next attempt; nothing waits to be erased.
        expect(['live', 'staging']).toContain(state);
      }
      expect(querySqlite(directory, 'select * from erasures')).toEqual([]);
      await places.close(store);
    }
    expect(acknowledged.filter((line) => line.startsWith('done')).length).toBeGreaterThan(0);
  });
});
