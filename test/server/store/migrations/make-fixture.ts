/**
 * Writes the database that is kept of a schema version, for `migrations.test.ts`: node --conditions=footnote-source
 * test/server/store/migrations/make-fixture.ts [VERSION]. A version is written once, when its migration is added, and never
 * again: what later versions must be able to read is the file that was written then.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { migrations } from '../../../../server/store/migrations/all.ts';
import { migrate } from '../../../../server/store/migrations/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/database/driver.ts';
import { indexWriter } from '../../../../server/store/sqlite/search/index-writer.ts';
import { prepareSearch } from '../../../../server/store/sqlite/search/search-index.ts';
import { aChunk, EMBEDDER } from '../../../helpers/stores/rows.ts';
import { fill, ROWS } from './rows.ts';

const version = Number(process.argv[2] ?? migrations.length);
const file = fileURLToPath(new URL(`fixtures/schema-${version}.sqlite.gz`, import.meta.url));
if (existsSync(file)) throw new Error(`${file} is there already. What was written once is not written again.`);

const folder = mkdtempSync(join(tmpdir(), 'footnote-fixture-'));
const path = join(folder, 'footnote.db');
const db = openSqlite(path, () => 1_700_000_000_000);
await migrate(db, migrations.slice(0, version));
await prepareSearch(db, EMBEDDER);
await fill(db, version);
await db.tx(async (tx) => {
  await tx.numbers('project');
  await tx.numbers('source', 3);
  await tx.numbers('generation');
  await tx.numbers('conversation');
  await tx.numbers('api-key');
  const chunkIds = await tx.numbers('chunk', ROWS.chunks?.length);
  const entries = chunkIds.map((chunkId, seq) => {
    const chunk = aChunk(seq, String(ROWS.chunks?.[seq]?.text));
    return { chunkId, projectId: 'proj_1', projectNumber: 1, generation: 1, chunk };
  });
  await indexWriter.add(tx, entries);
});
await db.close();
writeFileSync(file, gzipSync(readFileSync(path), { level: 9 }));
rmSync(folder, { recursive: true });
process.stdout.write(`${file}\n`);
