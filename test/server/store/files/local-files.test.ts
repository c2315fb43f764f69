import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
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

describe('several uploads', () => {
  it('are on the disk, with their names, before their sources can be stored', async () => {
    const dataDir = places.directory();
    const files = createFiles(dataDir);
    const uploads = ['one', 'two'].map((name) => join(files.temporaryDirectory, name));
    for (const upload of uploads) await writeFile(upload, upload);
    let ids: string[] = [];
    const operations = await fileOperations(async () => {
      ids = await files.adoptAll(uploads);
    });
    const folder = join(dataDir, 'uploads');
    const of = (at: number) => [`sync ${uploads[at]}`, `name ${join(folder, ids[at] ?? '')}`];
    expect(operations).toEqual([...of(0), ...of(1), `sync ${folder}`]);
    for (const [at, id] of ids.entries()) expect(readFileSync(join(folder, id), 'utf8')).toBe(uploads[at]);
  });

  it('are not kept where one of them is missing', async () => {
    const dataDir = places.directory();
    const files = createFiles(dataDir);
    const upload = join(files.temporaryDirectory, 'one');
    await writeFile(upload, 'A document.');
    await expect(files.adoptAll([upload, join(files.temporaryDirectory, 'missing')])).rejects.toThrow('ENOENT');
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);
  });
});
