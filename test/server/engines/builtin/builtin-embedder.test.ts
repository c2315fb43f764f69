import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';
import { readVectors } from '../../../../server/engines/builtin/read-vectors.ts';
import { VECTORS_SHA256, VECTORS_VERSION } from '../../../../server/engines/builtin/vectors-version.ts';

const FILE = fileURLToPath(new URL('../../../../server/engines/builtin/vectors.bin', import.meta.url));
const MOST_BYTES = 12_000_000;

const embedder = createBuiltinEmbedder();
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
async function likeness(a: string, b: string): Promise<number> {
  const [x, y] = await embedder.embed([a, b], 'passage');
  return x && y ? cosine(x, y) : Number.NaN;
}

describe('the built-in embedder', () => {
  it.each(['A text about something.', '', '  ', '?!', '東京都', 'ไทย', '\ud800', 'the of and', 'x'.repeat(100_000)])(
    'gives a finite unit vector of its dimensions for %j',
    async (text) => {
      const [vector] = await embedder.embed([text], 'query');
      expect(vector?.length).toBe(embedder.dimensions);
      expect(vector?.every(Number.isFinite)).toBe(true);
      expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 4);
    },
  );

  it('returns one vector per text, in order, the same each time', async () => {
    const texts = ['one', 'two', 'three'];
    const together = await embedder.embed(texts, 'passage');
    const alone = await Promise.all(texts.map(async (text) => (await embedder.embed([text], 'query'))[0]));
    expect(together).toEqual(alone);
  });

  it.each([
    ['subscription', 'subscripton', 'weather'],
    ['configuration', 'configuratoin', 'calendar'],
    ['İstanbul’da evlerimiz', 'İstanbul evleri', 'Ankara hava durumu'],
  ])('places %j nearer to %j, misspelt or inflected, than to %j', async (word, variant, other) => {
    expect(await likeness(word, variant)).toBeGreaterThan((await likeness(word, other)) + 0.2);
  });

  it.each([
    ['delete', 'remove', 'install'],
    ['folder', 'directory', 'password'],
    ['login', 'authentication', 'folder'],
    ['error', 'failure', 'colour'],
    ['speed up', 'performance', 'licence'],
    ['How do I remove a user?', 'Deleting accounts', 'Installing on Windows'],
    ['Umgebungsvariablen', 'environment variables', 'database migrations'],
    ['環境変数', 'environment variables', 'database migrations'],
  ])('places %j nearer to %j, which means the same, than to %j', async (text, alike, other) => {
    expect(await likeness(text, alike)).toBeGreaterThan((await likeness(text, other)) + 0.1);
  });

  it('lets other work run while it embeds many texts', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await embedder.embed(
      Array.from({ length: 4000 }, (_, n) => `passage number ${n} `.repeat(60)),
      'passage',
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('stops when aborted', async () => {
    await expect(embedder.embed(['a'], 'query', AbortSignal.abort())).rejects.toThrow();
  });
});

describe('the file of the built-in vectors', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'footnote-vectors-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the one that the code names, and small', () => {
    expect(() => readVectors(FILE, VECTORS_SHA256)).not.toThrow();
    expect(statSync(FILE).size).toBeLessThanOrEqual(MOST_BYTES);
    expect(embedder.id).toBe(`builtin-${VECTORS_VERSION}`);
  });

  it('is refused with a message if one bit differs', () => {
    const damaged = join(folder, 'damaged.bin');
    const bytes = readFileSync(FILE);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(damaged, bytes);
    expect(() => readVectors(damaged, VECTORS_SHA256)).toThrow(
      /damaged or belong to another version\. Install the server again/,
    );
  });

  it('is reported with a message if it is missing', () => {
    expect(() => readVectors(join(folder, 'none.bin'), VECTORS_SHA256)).toThrow(
      /built-in vectors cannot be read: ENOENT.*Install the server again/,
    );
  });
});
