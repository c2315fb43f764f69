import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createFiles } from '../../../../server/store/files/local-files.ts';
import { fileOperations } from '../../../helpers/stores/file-operations.ts';
import { temporaryPlaces } from '../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

it('an upload is on the disk, with its name, before its source can be stored', async () => {
  const dataDir = places.directory();
  const files = createFiles(dataDir);
  const upload = join(files.temporaryDirectory, 'upload');
  await writeFile(upload, 'A document.');
  let fileId = '';
  const operations = await fileOperations(async () => {
    fileId = await files.adopt(upload);
  });
  const folder = join(dataDir, 'uploads');
  expect(operations).toEqual([`sync ${upload}`, `name ${join(folder, fileId)}`, `sync ${folder}`]);
});
