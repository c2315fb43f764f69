import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../../../server/store/migrations/all.ts';
import { migrate } from '../../../../../server/store/migrations/migrate.ts';
import { createChunks } from '../../../../../server/store/tables/sources/chunks.ts';
import { eraserOn, insertProject, NO_INDEX } from '../../../../helpers/stores/bare-tables.ts';
import { DATABASES, type TestDatabase } from '../../../../helpers/stores/databases.ts';

/** The version of a schema whose chunks have no blocks. */
const BEFORE = 4;

const SOURCES = {
  guide: { type: 'file' },
  note: { type: 'text' },
  page: { type: 'url' },
  failed: { type: 'file', status: 'failed' },
  queued: { type: 'file', status: 'pending', job: 'job_1' },
  due: { type: 'file', job: 'job_2' },
  gone: { type: 'file', project: 'proj_gone' },
};

let database: TestDatabase;
afterEach(() => database.close());

for (const { name, open } of DATABASES) {
  describe(`a database whose chunks have neither blocks nor a section, in ${name}`, () => {
    async function former(): Promise<TestDatabase['db']> {
      database = await open();
      const { db } = database;
      for (const column of ['blocks', 'section']) await db.write(`alter table chunks drop column ${column}`);
      await db.write('update schema_version set version = ?', [BEFORE]);
      await insertProject(db);
      for (const [at, [id, source]] of Object.entries(SOURCES).entries()) {
        const { type, status, project, job } = { status: 'completed', project: 'proj_1', job: null, ...source };
        await db.write(
          `insert into sources (id, number, project_id, type, status, metadata, file_id, chunks_count, created_at,
             updated_at, validators)
           values (?, ?, ?, ?, ?, '{}', ?, 2, 5, 7, '{"etag":"1"}')`,
          [id, at, project, type, status, type === 'url' ? null : `file_${id}`],
        );
        if (job === null) continue;
        await db.write(
          `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at)
           values (?, ?, ?, 'queued', 6, 0, 6)`,
          [job, project, id],
        );
      }
      return db;
    }

    it('has every completed file and text read once more, and takes pages of the web even where they have not changed', async () => {
      const db = await former();
      await migrate(db, migrations.slice(0, BEFORE + 1));
      expect(
        await db.read('select source_id, project_id, state, run_at, attempt from jobs order by source_id'),
      ).toEqual([
        { source_id: 'due', project_id: 'proj_1', state: 'queued', run_at: 6, attempt: 0 },
        { source_id: 'guide', project_id: 'proj_1', state: 'queued', run_at: 7, attempt: 0 },
        { source_id: 'note', project_id: 'proj_1', state: 'queued', run_at: 7, attempt: 0 },
        { source_id: 'queued', project_id: 'proj_1', state: 'queued', run_at: 6, attempt: 0 },
      ]);
      const rows = await db.read<{ id: string; status: string; validators: string | null }>(
        'select * from sources order by id',
      );
      const where = (has: (row: (typeof rows)[number]) => boolean) => rows.filter(has).map(({ id }) => id);
      expect(where(({ status }) => status === 'pending')).toEqual(['guide', 'note', 'queued']);
      expect(where(({ validators }) => validators === null)).toEqual(['page']);
    });

    it('answers with those chunks until then: without blocks, each a section of its own', async () => {
      const db = await former();
      await db.write(
        "insert into generations (id, project_id, source_id, state, chunks, published_at) values (9, 'proj_1', 'guide', 'live', 2, 7)",
      );
      await db.write(
        "insert into documents (source_id, project_id, title, language, text) values ('guide', 'proj_1', 'Guide', 'en', 'one\n\ntwo')",
      );
      for (const [seq, text] of ['one', 'two'].entries()) {
        await db.write(
          `insert into chunks (id, project_id, generation, seq, start_offset, end_offset, text, headings)
           values (?, 'proj_1', 9, ?, ?, ?, ?, '[]')`,
          [seq + 1, seq, seq * 5, seq * 5 + 3, text],
        );
      }
      await migrate(db, migrations.slice(0, BEFORE + 1));
      const eraser = eraserOn(db);
      expect(
        await createChunks(db, { index: NO_INDEX, eraser, searchChanges: async () => 0 }).between(
          'proj_1',
          'guide',
          0,
          1,
        ),
      ).toMatchObject([
        { text: 'one', blocks: [], section: 0 },
        { text: 'two', blocks: [], section: 1 },
      ]);
    });
  });
}
