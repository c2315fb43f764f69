import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../../../server/store/migrations/all.ts';
import { migrate } from '../../../../../server/store/migrations/migrate.ts';
import { insertProject } from '../../../../helpers/stores/bare-tables.ts';
import { DATABASES, type TestDatabase } from '../../../../helpers/stores/databases.ts';

/** The version of a schema whose chunks know no later pages. */
const BEFORE = 2;

const FILES = {
  manual: { metadata: { filename: 'manual.pdf', pages: 40 } },
  leaflet: { metadata: { filename: 'leaflet.pdf', pages: 1 } },
  titled: { metadata: { filename: 'leaflet.pdf', pages: 1, title: 'A leaflet' } },
  notes: { metadata: { filename: 'notes.md' } },
  failed: { metadata: { filename: 'failed.pdf', pages: 3 }, status: 'failed' },
  paper: { metadata: { url: 'https://a.example/paper.pdf', pages: 9 }, type: 'url' },
  page: { metadata: { url: 'https://a.example/' }, type: 'url' },
};

let database: TestDatabase;
afterEach(() => database.close());

for (const { name, open } of DATABASES) {
  describe(`a database in which no page is known but that on which a chunk begins, in ${name}`, () => {
    it('has its files of several pages read once more, and takes those of the web even where they have not changed', async () => {
      database = await open();
      const { db } = database;
      await db.write('alter table chunks drop column later_pages');
      await db.write('update schema_version set version = ?', [BEFORE]);
      await insertProject(db);
      for (const [at, [id, file]] of Object.entries(FILES).entries()) {
        const { metadata, type, status } = { type: 'file', status: 'completed', ...file };
        await db.write(
          `insert into sources (id, number, project_id, type, status, metadata, file_id, chunks_count, created_at,
             updated_at, validators)
           values (?, ?, 'proj_1', ?, ?, ?, ?, 1, 5, 7, '{"etag":"1"}')`,
          [id, at, type, status, JSON.stringify(metadata), type === 'file' ? `file_${id}` : null],
        );
      }

      await migrate(db, migrations.slice(0, BEFORE + 1));
      expect(await db.read('select source_id, project_id, state, attempt from jobs')).toEqual([
        { source_id: 'manual', project_id: 'proj_1', state: 'queued', attempt: 0 },
      ]);
      const rows = await db.read<{ id: string; status: string; validators: string | null }>('select * from sources');
      const where = (has: (row: (typeof rows)[number]) => boolean) => rows.filter(has).map(({ id }) => id);
      expect(where(({ status }) => status === 'pending')).toEqual(['manual']);
      expect(where(({ validators }) => validators === null)).toEqual(['paper']);
    });
  });
}
