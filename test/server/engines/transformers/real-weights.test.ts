import { afterEach, expect, it } from 'vitest';
import type { NativeOptions } from '../../../../server/engines/host/native-options.ts';
import { createTransformersEmbedder } from '../../../../server/engines/transformers/transformers-embedder.ts';
import type { Embedder } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { describeWithWeights, REAL_EMBEDDERS, realEmbedder } from '../../../helpers/models/weights.ts';
import { childrenOf } from '../../../helpers/processes/child-processes.ts';
import { until } from '../../../helpers/timing/until.ts';

const ENGINES = ['transformers', 'xenova-transformers'] as const;
const TEXTS = [
  'How do I reset my password?',
  'What should I do if I forgot my login credentials?',
  'The invoice is kept for ten years.',
  'Bills are stored for a decade.',
  'Penguins live in the southern hemisphere.',
];
/** Texts of other lengths, to make sixteen. */
const OTHERS = Array.from({ length: 11 }, (_, at) => `Part ${at} of another text. `.repeat(1 + 2 * at));

/** Cosines of the first with the second text, of the third with the fourth, and of the first with the third and the last. */
const COSINES = {
  'all-MiniLM-L6-v2': { near: [0.65, 0.6], far: [-0.06, 0.01] },
  'bge-small-en-v1.5': { near: [0.83, 0.82], far: [0.4, 0.29] },
};

const PROGRAM = 'transformers-embedder-child';
const opened: Embedder[] = [];
afterEach(() => Promise.all(opened.splice(0).map((embedder) => embedder.close())));

async function open(
  model: (typeof REAL_EMBEDDERS)[number],
  engine: (typeof ENGINES)[number],
  limits: NativeOptions['limits'] = {},
): Promise<Embedder> {
  const embedder = await createTransformersEmbedder(realEmbedder(model), {
    ...{ log: createLog(() => undefined), enginesDir: ENGINES_DIR, threads: 1, engines: [engine], limits },
  });
  opened.push(embedder);
  return embedder;
}

const cosine = (one: Float32Array | undefined, other: Float32Array | undefined) =>
  (one ?? new Float32Array()).reduce((sum, value, at) => sum + value * (other?.[at] ?? Number.NaN), 0);

/** In the order of `COSINES`. */
const cosines = ([one, two, three, four, five]: Float32Array[]) => ({
  near: [cosine(one, two), cosine(three, four)],
  far: [cosine(one, three), cosine(one, five)],
});

const describeModels = await describeWithWeights([...REAL_EMBEDDERS], [...ENGINES]);

describeModels.each(REAL_EMBEDDERS)('the real model %s (needs its weights)', (model) => {
  it('has paraphrases near and other texts far, as it is known to, with both packages', async () => {
    const vectors: Float32Array[][] = [];
    for (const engine of ENGINES) {
      const embedder = await open(model, engine);
      const found = await embedder.embed(TEXTS, 'passage');
      for (const vector of found) expect([vector.length, cosine(vector, vector)]).toEqual([384, expect.closeTo(1, 4)]);
      const { near, far } = COSINES[model];
      expect(cosines(found)).toEqual({
        near: near.map((value) => expect.closeTo(value, 1)),
        far: far.map((value) => expect.closeTo(value, 1)),
      });
      vectors.push(found);
    }
    // The packages compute quantized weights with kernels of their own.
    const [one = [], other = []] = vectors;
    for (const [at, vector] of one.entries()) expect(cosine(vector, other[at])).toBeGreaterThan(0.98);
  });

  it.each(ENGINES)('gives a text the same vector alone and among sixteen, with %s', async (engine) => {
    const embedder = await open(model, engine);
    const among = await embedder.embed([...TEXTS, ...OTHERS], 'passage');
    expect(among).toHaveLength(16);
    for (const [at, text] of TEXTS.entries()) {
      const [alone = new Float32Array()] = await embedder.embed([text], 'passage');
      expect(Math.max(...alone.map((value, place) => Math.abs(value - (among[at]?.[place] ?? 1))))).toBeLessThan(1e-4);
    }
  });
});

const itOnLinux = it.runIf(process.platform === 'linux');

describeModels('the process of a real model (needs its weights)', () => {
  itOnLinux('is replaced when it is killed in the middle of its work, and the vectors are the same', async () => {
    const embedder = await open('all-MiniLM-L6-v2', 'transformers');
    const before = await embedder.embed(TEXTS, 'passage');
    const many = embedder.embed(Array(2_000).fill(OTHERS[10]), 'passage');
    many.catch(() => undefined);
    const [child = 0, ...others] = childrenOf(process.pid, PROGRAM);
    expect(others).toEqual([]);
    process.kill(child, 'SIGKILL');
    await expect(many).rejects.toMatchObject({ status: 500, code: 'embedder_unavailable' });
    expect(await embedder.embed(TEXTS, 'passage')).toEqual(before);
  });

  itOnLinux('ends when it has had nothing to do, which gives its memory back, and starts again', async () => {
    const embedder = await open('all-MiniLM-L6-v2', 'transformers', { idle: 200 });
    const before = await embedder.embed(TEXTS, 'passage');
    await until(() => childrenOf(process.pid, PROGRAM).length === 0, 'the process has ended');
    expect(await embedder.embed(TEXTS, 'passage')).toEqual(before);
  });
});
