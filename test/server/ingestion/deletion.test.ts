import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createParserPool, type ParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import type { Store } from '../../../server/store/types.ts';
import { asPrepared, type Collected, collected } from '../../helpers/ingestion/prepared-document.ts';
import { openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';
import { seeded } from '../../helpers/input/seeded.ts';
import { indexCounts, querySqlite } from '../../helpers/stores/rows.ts';
import { settle, until } from '../../helpers/timing/until.ts';

const INTERLEAVINGS = process.env.FOOTNOTE_SOAK ? 200 : 12;
const SEED = 62;
const CANARY = 'qzxcanary';

function document(version: string): string {
  const filler = `It belongs to the ${version} edition and is kept beside the engine. `.repeat(9);
  const parts = Array.from({ length: 24 }, (_, n) => `## Part ${n}\n\nThe ${CANARY}${n} of ${version}. ${filler}`);
  return `# ${CANARY}title ${version}\n\n${parts.join('\n\n')}\n`;
}

/** The files under the directory whose bytes hold the canary, in any case of its letters. */
function filesWithCanary(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1').toLowerCase().includes(CANARY))
    .map((entry) => entry.name);
}

/** Reads each document once in a child process, and from then on gives the same again. */
function cachingPool(pool: ParserPool): ParserPool {
  const known = new Map<string, Collected>();
  return {
    async prepareDocument(file, options) {
      const content = readFileSync(file.path, 'utf8');
      const prepared = known.get(content) ?? (await collected(await pool.prepareDocument(file, options)));
      known.set(content, prepared);
      options.signal.throwIfAborted();
      return asPrepared(structuredClone(prepared));
    },
    close: pool.close,
  };
}

/** Where the worker's calls of the store are counted, and one of them may be held up: before it is made, or after. */
interface Barrier {
  calls: string[];
  /** The worker has found nothing more to do. */
  resting: boolean;
  hold: { call: number; after: boolean; reached(): void; released: Promise<void> } | null;
}

const WRITES: Record<string, string[]> = {
  jobs: ['isDue', 'claim', 'retry', 'heartbeat'],
  sources: ['byId', 'progress', 'fail'],
  files: ['path'],
  chunks: ['begin', 'append', 'publish', 'publishWhole', 'sweep'],
};

function withBarrier(store: Store, barrier: Barrier): Store {
  const groups = Object.entries(WRITES).map(([group, methods]) => {
    const real = store[group as keyof Store] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const held = methods.map((method) => [
      method,
      async (...given: unknown[]) => {
        const call = barrier.calls.push(`${group}.${method}`);
        const hold = barrier.hold?.call === call ? barrier.hold : null;
        const pass = async () => {
          hold?.reached();
          await hold?.released;
        };
        if (hold && !hold.after) await pass();
        if (method === 'claim') barrier.resting = false;
        const result = await real[method]?.(...given);
        if (method === 'isDue' || method === 'claim') barrier.resting = !result;
        if (hold?.after) await pass();
        return result;
      },
    ]);
    return [group, { ...real, ...Object.fromEntries(held) }];
  });
  return { ...store, ...Object.fromEntries(groups) };
}

describe('a source that is deleted while it is processed', () => {
  const barrier: Barrier = { calls: [], resting: false, hold: null };
  let world: TestIngestion;
  beforeAll(async () => {
    world = await openIngestion({
      parser: cachingPool(createParserPool()),
      workerStore: (store) => withBarrier(store, barrier),
    });
    await world.worker.start();
  });
  afterAll(() => world.close());

  it(`never comes back, at ${INTERLEAVINGS} interleavings, and leaves no byte once the file is compacted`, async () => {
    const random = seeded(SEED);
    const cut = new Map<string, number>();
    // How many calls a reading takes, undisturbed, the first time and when it replaces another.
    const first = await world.upload('guide.md', document('old'));
    await world.settled(first.id);
    await idle();
    barrier.calls.length = 0;
    await world.replace(first, 'guide.md', document('new'));
    await world.settled(first.id);
    await idle();
    const usual = barrier.calls.length;
    expect(usual).toBeGreaterThan(5);
    await world.sources.delete(first);
    await world.store.compact();
    expect(filesWithCanary(world.dataDir)).toEqual([]);

    for (let round = 0; round < INTERLEAVINGS; round += 1) {
      const replacing = round % 2 === 1;
      const old = replacing ? await world.upload('guide.md', document('old')) : null;
      if (old) {
        await world.settled(old.id);
        await idle();
      }
      barrier.calls.length = 0;
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const reached = new Promise<void>((resolve) => {
        barrier.hold = { call: 1 + Math.floor(random() * usual), after: random() < 0.5, reached: resolve, released };
      });
      const { id } = old
        ? await world.replace(old, 'guide.md', document('new'))
        : await world.upload('guide.md', document('new'));
      const source = await world.store.sources.byId(id);
      if (!source) throw new Error('The source is not there.');
      // A reading may take fewer calls than the usual one: then it is deleted when it is over.
      await Promise.race([reached, world.settled(id)]);
      const where = `${barrier.calls.at(-1)} ${barrier.hold?.after ? 'done' : 'to come'}`;
      cut.set(where, (cut.get(where) ?? 0) + 1);

      // The worker goes on when the deletion is over, in the middle of it, or at the same time.
      const deleting = world.sources.delete(source);
      const when = random();
      if (when < 0.4) await deleting;
      else if (when < 0.8) await until(async () => (await world.store.sources.byId(id)) === null, 'the row is gone');
      release();
      await deleting;
      const gone = [await world.store.sources.byId(id), await world.store.documents.bySource(world.projectId, id)];
      expect([where, gone]).toEqual([where, [null, null]]);
      barrier.hold = null;
      await idle();

      expect([where, await world.store.sources.byId(id)]).toEqual([where, null]);
      expect([where, await world.store.jobs.nextRunAt()]).toEqual([where, null]);
      expect([where, await world.store.search.text(world.projectId, [`${CANARY}1`], 5)]).toEqual([where, []]);
      expect([where, indexCounts(world.dataDir)]).toEqual([where, []]);
      expect([where, querySqlite(world.dataDir, 'select * from erasures')]).toEqual([where, []]);
      await world.store.compact();
      expect([where, filesWithCanary(world.dataDir)]).toEqual([where, []]);
    }
    expect(world.outcomes.filter((outcome) => outcome !== 'completed')).toEqual([]);
    expect(cut.size).toBeGreaterThan(INTERLEAVINGS / 4);
  }, 600_000);

  /** Waits until the worker has made its last call. */
  async function idle(): Promise<void> {
    for (let calls = -1; calls !== barrier.calls.length || !barrier.resting; ) {
      calls = barrier.calls.length;
      await settle(15);
    }
  }
});
