import { describe, expect, it } from 'vitest';
import { createBuiltinEmbedder } from '../../../../server/engines/builtin/builtin-embedder.ts';

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

  it('answers in order, one vector a text, the same each time', async () => {
    const texts = ['one', 'two', 'three'];
    const together = await embedder.embed(texts, 'passage');
    const alone = await Promise.all(texts.map(async (text) => (await embedder.embed([text], 'query'))[0]));
    expect(together).toEqual(alone);
  });

  it('holds a misspelt and an inflected word nearer than another word', async () => {
    expect(await likeness('subscription', 'subscripton')).toBeGreaterThan(0.4);
    expect(await likeness('İstanbul’da evlerimiz', 'İstanbul evleri')).toBeGreaterThan(0.4);
    expect(await likeness('subscription', 'weather')).toBeLessThan(0.2);
  });

  it('lets other work through while it embeds many texts', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await embedder.embed(
      Array.from({ length: 400 }, (_, n) => `passage number ${n} `.repeat(60)),
      'passage',
    );
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
  });

  it('stops when it is told to', async () => {
    await expect(embedder.embed(['a'], 'query', AbortSignal.abort())).rejects.toThrow();
  });
});
