import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { hashFile } from '../../../../server/platform/files/hash-file.ts';
import { temporaryPlaces } from '../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

it.each([0, 1_000, 128 * 1024, 128 * 1024 + 1, 2 ** 21 + 1])('hashes all of a file of %d bytes', async (size) => {
  const path = join(places.directory(), 'file');
  const bytes = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7) % 251));
  await writeFile(path, bytes);
  expect(await hashFile(path)).toBe(createHash('sha256').update(bytes).digest('hex'));
});
