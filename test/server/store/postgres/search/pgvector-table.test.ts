import { beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDb } from '../../../../../server/store/postgres/database/driver.ts';
import {
  createIndex,
  createVectorTable,
  HNSW_SETTINGS,
  indexStateOf,
  insertVectors,
  nearestVectors,
} from '../../../../../server/store/postgres/search/pgvector-table.ts';
import { seeded } from '../../../../helpers/input/seeded.ts';
import { pgliteSessions, startedPglite } from '../../../../helpers/stores/pglite.ts';

const TABLE = 'search_vectors_7';
const DIMENSIONS = 16;
const ROWS = 1_500;
/** Every fifteenth is of the small project. */
const SMALL = 15;

/** Of so few rows the planner would rather sort all. */
const THROUGH = `${HNSW_SETTINGS}; set local enable_seqscan = off; set local enable_sort = off`;

describe('vectors in pgvector', () => {
  const db = createPostgresDb(pgliteSessions('pgvector_table'));
  const random = seeded(11);
  const vector = () => {
    const drawn = Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5);
    const length = Math.hypot(...drawn);
    return drawn.map((value) => value / length);
  };
  const scope = { projectId: 'small', number: 2, chunks: ROWS / SMALL, hidden: '{3}', within: null, state: '' };
  const nearest = (embedding: Float32Array, limit: number, indexed: boolean) =>
    db.snapshot((reads) => nearestVectors(reads, TABLE, scope, embedding, limit, indexed), indexed ? THROUGH : '');

  beforeAll(async () => {
    await startedPglite();
    await db.tx((tx) => createVectorTable(tx, TABLE, DIMENSIONS));
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      chunkId: at + 1,
      projectId: at % SMALL === 0 ? 'small' : 'large',
      projectNumber: at % SMALL === 0 ? 2 : 1,
      // Of each hundred, one is of a generation that is being written.
      generation: at % 100 === 0 ? 3 : 1,
      embedding: vector(),
    }));
    for (let from = 0; from < ROWS; from += 500) {
      await db.tx((tx) => insertVectors(tx, TABLE, rows.slice(from, from + 500)));
    }
  });

  it('are found through the index as without it, of one project among a larger one, and none that is hidden', async () => {
    expect(await db.snapshot((reads) => indexStateOf(reads, TABLE, DIMENSIONS))).toBe('none');
    await db.counting((tx) => createIndex(tx, TABLE, DIMENSIONS));
    expect(await db.snapshot((reads) => indexStateOf(reads, TABLE, DIMENSIONS))).toBe('there');
    let found = 0;
    for (let asked = 0; asked < 20; asked += 1) {
      const embedding = vector();
      const exact = await nearest(embedding, 10, false);
      const through = await nearest(embedding, 10, true);
      expect(through).toHaveLength(10);
      const ids = new Set(exact.map(({ chunkId }) => chunkId));
      found += through.filter(({ chunkId }) => ids.has(chunkId)).length;
      for (const { chunkId } of through) {
        expect((Number(chunkId) - 1) % SMALL).toBe(0);
        expect((Number(chunkId) - 1) % 100).not.toBe(0);
      }
    }
    expect(found / 200).toBeGreaterThan(0.95);
  });

  it('are indexed once, however often that is asked for', async () => {
    await Promise.all([1, 2].map(() => db.counting((tx) => createIndex(tx, TABLE, DIMENSIONS))));
    const [row] = await db.read<{ count: number }>(
      "select count(*) as count from pg_indexes where tablename = 'search_vectors_7' and indexdef like '%hnsw%'",
    );
    expect(row?.count).toBe(1);
  });

  it('of more dimensions than an index takes are compared one by one', async () => {
    expect(await db.snapshot((reads) => indexStateOf(reads, TABLE, 4_001))).toBe('never');
  });
});
