import { beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDb } from '../../../../../server/store/postgres/database/driver.ts';
import {
  createPlainSearch,
  createPlainTable,
  insertPlain,
} from '../../../../../server/store/postgres/search/plain-vector-table.ts';
import { pgliteSessions, startedPglite } from '../../../../helpers/stores/pglite.ts';
import { aVector, EMBEDDER } from '../../../../helpers/stores/rows.ts';

const TABLE = 'search_vectors_7';
const { dimensions } = EMBEDDER;

describe('vectors without pgvector', () => {
  const db = createPostgresDb(pgliteSessions('plain_vector_table'));
  /** Too many chunks for a quantized matrix within the memory limit, so that each stored vector is compared. */
  const scope = { projectId: 'ours', number: 2, chunks: 100_000_000, hidden: '{3}', within: null, state: '' };

  beforeAll(async () => {
    await startedPglite();
    // The search for a project's quantized matrix reads its generations.
    await db.write('create table generations (id bigint, project_id text, state text, chunks integer)');
    await db.tx(async (tx) => {
      await createPlainTable(tx, TABLE);
      const rows = [
        // Exact matches of another project, and of ours in a generation that is being erased.
        { chunkId: 1, projectId: 'others', projectNumber: 1, generation: 1, embedding: aVector(0) },
        { chunkId: 2, projectId: 'ours', projectNumber: 2, generation: 3, embedding: aVector(0) },
        { chunkId: 3, projectId: 'ours', projectNumber: 2, generation: 2, embedding: aVector(3) },
        { chunkId: 4, projectId: 'ours', projectNumber: 2, generation: 2, embedding: aVector(0, 1) },
      ];
      await insertPlain(tx, TABLE, rows, dimensions);
    });
  });

  it('of a project that is too large for the memory are found in it alone, and only those that are live', async () => {
    const hits = await db.snapshot((reads) =>
      createPlainSearch(TABLE, dimensions).nearest(reads, scope, aVector(0), 10),
    );
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['4', '3']);
    expect(hits[0]?.score).toBeCloseTo(Math.SQRT1_2);
  });
});
