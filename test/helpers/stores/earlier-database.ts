import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { databaseFile } from './rows.ts';

/** A database of each schema version, written when that version was the present one. */
export const EARLIER_DATABASES = fileURLToPath(new URL('../../server/store/migrations/fixtures', import.meta.url));

/** Fills a directory with the data that a server of that schema version left. */
export function placeEarlierDatabase(dataDir: string, version: number): void {
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  // The originals that its rows name.
  for (const name of ['file_1', 'file_3']) writeFileSync(join(dataDir, 'uploads', name), 'original');
  const packed = readFileSync(join(EARLIER_DATABASES, `schema-${version}.sqlite.gz`));
  writeFileSync(databaseFile(dataDir), gunzipSync(packed), { mode: 0o600 });
}
