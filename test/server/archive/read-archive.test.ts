import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ArchiveError, archivedFile } from '../../../server/archive/manifest.ts';
import { readArchive } from '../../../server/archive/read-archive.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-archive-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const LETTER = { path: 'letter.txt', text: 'The ship sails at noon.' };

const listed = ({ path, text }: typeof LETTER) => ({
  path,
  size: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
});
const manifest = (files: (typeof LETTER)[]) => ({
  path: 'manifest.json',
  text: JSON.stringify({ formatVersion: 1, files: files.map(listed) }),
});

/** Reads an archive of these entries, in this order. */
async function read(...entries: (typeof LETTER)[]) {
  const tar = pack();
  for (const { path, text } of entries) tar.entry({ name: path }, text);
  tar.finalize();
  const file = join(home, 'archive');
  writeFileSync(file, zstdCompressSync(await buffer(tar)));
  return readArchive(file, {
    kind: 'a letter box',
    manifest: z.strictObject({ formatVersion: z.literal(1), files: z.array(archivedFile) }),
    isName: (path) => path.endsWith('.txt'),
    maxBytes: 1_000,
    signal: new AbortController().signal,
    onRead: () => undefined,
    keep: () => null,
  });
}

describe('an archive', () => {
  it('is read if every file matches its manifest', async () => {
    expect((await read(LETTER, manifest([LETTER]))).files).toEqual([listed(LETTER)]);
  });

  it('is refused if a file has other content of the same length', async () => {
    const changed = { ...LETTER, text: LETTER.text.replace('noon', 'dawn') };
    const refused = read(changed, manifest([LETTER]));
    await expect(refused).rejects.toThrow('its file letter.txt is damaged.');
    await expect(refused).rejects.toBeInstanceOf(ArchiveError);
  });

  it.each([
    ['a file that the manifest names', [manifest([LETTER]), LETTER]],
    ['a file that it does not name', [LETTER, manifest([LETTER]), { path: 'late.txt', text: 'Too late.' }]],
    ['a second manifest', [LETTER, manifest([]), manifest([LETTER])]],
  ])('is refused if %s follows the manifest', async (_, entries) => {
    await expect(read(...entries)).rejects.toThrow('there is data after its last entry.');
  });
});
