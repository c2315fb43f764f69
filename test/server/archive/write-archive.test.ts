import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createArchive } from '../../../server/archive/write-archive.ts';
import { fileOperations } from '../../helpers/stores/file-operations.ts';

const { signal } = new AbortController();
const home = mkdtempSync(join(tmpdir(), 'footnote-archive-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

it.each([false, true])('an archive is on the disk before it gets its name, with --force %s', async (force) => {
  const file = join(home, `archive-${force}`);
  let unfinished = '';
  const operations = await fileOperations(async () => {
    const archive = await createArchive(file, { force, signal, onBytes: () => undefined });
    ({ path: unfinished } = await archive.finish({ formatVersion: 1 }));
    await archive.publish();
    await archive.close();
  });
  expect(operations).toEqual([`sync ${unfinished}`, `name ${file}`, `sync ${home}`]);
});
