import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { textPieces } from '../../../../server/platform/files/text-pieces.ts';
import { temporaryPlaces } from '../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

const LARGE = 'é'.repeat(100_000);

async function all(pieces: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

async function piecesOf(text: string, limit: number): Promise<string[]> {
  const path = join(places.directory(), 'page');
  await writeFile(path, text);
  return all(textPieces(path, limit));
}

test('a small text is one piece, whole or as far as it may be read', async () => {
  expect(await piecesOf('A page.', 1_000)).toEqual(['A page.']);
  expect(await piecesOf('A page.', 6)).toEqual(['A page']);
  expect(await piecesOf(LARGE, 10)).toEqual(['é'.repeat(5)]);
});

test('a large text is read in pieces that leave no character out', async () => {
  const pieces = await piecesOf(LARGE, 1_000_000);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.join('')).toBe(LARGE);
});

test('an empty file has no text', async () => {
  expect((await piecesOf('', 10)).join('')).toBe('');
});

test('a file that is not there is an error', async () => {
  await expect(all(textPieces('/nowhere/page', 10))).rejects.toThrow(/ENOENT/);
});
