import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db, TxOptions } from '../../../../../server/store/db.ts';
import { createChunks } from '../../../../../server/store/tables/sources/chunks.ts';
import { eraserOn, insertProject, NO_INDEX } from '../../../../helpers/stores/bare-tables.ts';
import { DATABASES, type TestDatabase } from '../../../../helpers/stores/databases.ts';
import { aChunk } from '../../../../helpers/stores/rows.ts';

const JOB = { jobId: 'job_1', owner: 'worker', attempt: 1 };

for (const { name, open } of DATABASES) {
  describe(`what is stored of a source, in ${name}`, () => {
    let database: TestDatabase;
    /** Of each transaction: whether its commit waits for the disk. */
    let durable: boolean[];

    beforeEach(async () => {
      database = await open();
      durable = [];
      const { db } = database;
      await insertProject(db);
      await db.write(
        `insert into sources (id, number, project_id, type, status, metadata, chunks_count, created_at, updated_at)
         values ('src_1', 1, 'proj_1', 'text', 'processing', '{}', 0, 5, 5)`,
      );
      await db.write(
        `insert into jobs (id, project_id, source_id, kind, state, run_at, attempt, owner, lease_until, created_at)
         values (?, 'proj_1', 'src_1', 'file', 'running', 5, ?, ?, 9000, 5)`,
        [JOB.jobId, JOB.attempt, JOB.owner],
      );
    });
    afterEach(() => database.close());

    it('is on the disk when it is published; what is written before need not be', async () => {
      const db: Db = {
        ...database.db,
        forProject: () => db,
        tx: (work, options: TxOptions = {}) => {
          durable.push(options.durable ?? true);
          return database.db.tx(work, options);
        },
      };
      const chunks = createChunks(db, { index: NO_INDEX, eraser: eraserOn(db), searchChanges: async () => 0 });
      const generation = (await chunks.begin(JOB, { projectId: 'proj_1', sourceId: 'src_1' })) ?? 0;
      expect(await chunks.append(JOB, generation, [aChunk(0, 'one')])).toBe(true);
      const document = { title: 'Guide', language: 'en', text: 'one' };
      expect(await chunks.publish(JOB, generation, { document, chunksCount: 1, metadata: {}, at: 7 })).toBe(true);
      expect(durable).toEqual([false, false, true]);
      expect(await chunks.between('proj_1', 'src_1', 0, 0)).toMatchObject([{ text: 'one' }]);
    });
  });
}
