import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetTexts } from '../../../../../server/platform/text/text-cache.ts';
import type { Db, SqlValue } from '../../../../../server/store/db.ts';
import * as postgres from '../../../../../server/store/postgres/search/search-changes.ts';
import * as sqlite from '../../../../../server/store/sqlite/search/search-changes.ts';
import { createChunks } from '../../../../../server/store/tables/sources/chunks.ts';
import { createSources } from '../../../../../server/store/tables/sources/sources.ts';
import { eraserOn, insertProject, NO_INDEX } from '../../../../helpers/stores/bare-tables.ts';
import { DATABASES, type TestDatabase } from '../../../../helpers/stores/databases.ts';

for (const { name, open } of DATABASES) {
  describe(`a chunk that questions find again and again, in ${name}`, () => {
    const { countSearchChanges, searchChanges } = name === 'sqlite' ? sqlite : postgres;
    let database: TestDatabase;
    let db: Db;
    /** How many statements have read chunks. */
    let reads: number;
    /** Called before and after each. */
    let beforeRead: () => Promise<unknown>;
    let afterRead: () => Promise<unknown>;

    beforeEach(async () => {
      database = await open();
      reads = 0;
      beforeRead = async () => undefined;
      afterRead = async () => undefined;
      await database.db.tx(countSearchChanges);
      db = { ...database.db, read, forProject: () => db };
      for (const project of ['one', 'two']) await withChunk(project);
    });
    afterEach(() => database.close());

    async function read<Row>(sql: string, parameters?: SqlValue[]): Promise<Row[]> {
      if (!sql.includes('from chunks')) return database.db.read<Row>(sql, parameters);
      await beforeRead();
      const rows = await database.db.read<Row>(sql, parameters);
      reads += 1;
      await afterRead();
      return rows;
    }

    async function withChunk(project: string): Promise<void> {
      const id = project === 'one' ? 1 : 2;
      await insertProject(database.db, project, id);
      await database.db.write(
        `insert into sources (id, number, project_id, type, status, metadata, chunks_count, created_at, updated_at)
         values (?, ?, ?, 'text', 'completed', '{}', 1, 5, 7)`,
        [`src_${project}`, id, project],
      );
      await database.db.write(
        `insert into generations (id, project_id, source_id, state, chunks, published_at) values (?, ?, ?, 'live', 1, 7)`,
        [id, project, `src_${project}`],
      );
      await database.db.write(
        `insert into documents (source_id, project_id, title, language, text) values (?, ?, 'Guide', 'en', 'It opens.')`,
        [`src_${project}`, project],
      );
      await database.db.write(
        `insert into chunks (id, project_id, generation, seq, start_offset, end_offset, text, headings)
         values (?, ?, ?, 0, 0, 9, 'It opens.', '[]')`,
        [id, project, id],
      );
    }

    const opened = () => createChunks(db, { index: NO_INDEX, eraser: eraserOn(db), searchChanges });

    it('is read once, and from then on only what was not read before', async () => {
      const chunks = opened();
      const first = await chunks.byIds('one', ['1']);
      expect(first).toMatchObject([{ id: '1', title: 'Guide', text: 'It opens.', address: null }]);
      expect(await chunks.byIds('one', ['1', '404'])).toEqual(first);
      expect(await chunks.byIds('one', ['1'])).toEqual(first);
      expect(reads).toBe(2);
    });

    it('is not found in another project', async () => {
      const chunks = opened();
      await chunks.byIds('one', ['1']);
      await chunks.byIds('two', ['2']);
      expect(await chunks.byIds('two', ['1'])).toEqual([]);
    });

    it.each([
      ['its source has another title', `update sources set metadata = '{"title":"New"}'`, [{ title: 'New' }]],
      [
        'its source has an address',
        "update sources set url = 'https://new.example/'",
        [{ address: 'https://new.example/' }],
      ],
      ['its source has a name', "update sources set external_id = 'new.md'", [{ id: '1' }]],
      ['its document has another language', "update documents set language = 'de'", [{ language: 'de' }]],
      ['its generation is retired', "update generations set state = 'retired'", []],
      ['its project is gone', 'delete from projects', []],
    ])('is as it is now where %s', async (_, statement, expected) => {
      const chunks = opened();
      expect(await chunks.byIds('one', ['1'])).toHaveLength(1);
      await database.db.write(statement);
      expect(await chunks.byIds('one', ['1'])).toMatchObject(expected);
      expect(await chunks.byIds('one', ['1'])).toEqual(await opened().byIds('one', ['1']));
    });

    it('is not read again because of what an answer does not show', async () => {
      const chunks = opened();
      await chunks.byIds('one', ['1']);
      await database.db.write("update sources set status = 'processing', updated_at = 9");
      await createSources(db, eraserOn(db)).update('one', 'src_one', { refreshHours: null }, 10);
      await chunks.byIds('one', ['1']);
      expect(reads).toBe(1);
    });

    it('is read again where something has changed while it was read', async () => {
      const chunks = opened();
      afterRead = async () => {
        afterRead = async () => undefined;
        await database.db.write(`update sources set metadata = '{"title":"New"}'`);
      };
      expect(await chunks.byIds('one', ['1'])).toMatchObject([{ title: 'Guide' }]);
      expect(await chunks.byIds('one', ['1'])).toMatchObject([{ title: 'New' }]);
    });

    it('is never given as it was, beside others as they are now', async () => {
      const chunks = opened();
      await database.db.write(
        `insert into chunks (id, project_id, generation, seq, start_offset, end_offset, text, headings)
         values (3, 'one', 1, 1, 10, 20, 'It closes.', '[]')`,
      );
      await chunks.byIds('one', ['1']);
      beforeRead = async () => {
        beforeRead = async () => undefined;
        await database.db.write(`update sources set metadata = '{"title":"New"}'`);
      };
      expect(await chunks.byIds('one', ['1', '3'])).toMatchObject([{ title: 'New' }, { title: 'New' }]);
    });

    it('is in memory no more once texts are to be forgotten', async () => {
      const chunks = opened();
      await chunks.byIds('one', ['1']);
      forgetTexts();
      await chunks.byIds('one', ['1']);
      expect(reads).toBe(2);
    });
  });
}
