import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../../../../server/config/env.ts';
import type { Model } from '../../../../server/engines/catalogue/model-types.ts';
import {
  chooseEmbedder,
  chooseGenerator,
  chooseReranker,
  chooseVerifier,
} from '../../../../server/engines/selection/create-engines.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { scriptedGguf } from '../../../helpers/models/files/gguf.ts';
import { hostileOnnx } from '../../../helpers/models/files/hostile.ts';
import { onnxEmbedder, onnxReranker, onnxVerifier } from '../../../helpers/models/files/onnx.ts';
import {
  embeddingEntry,
  generationEntry,
  modelsFolder,
  rerankingEntry,
  verifyingEntry,
  writeModel,
} from '../../../helpers/models/folder.ts';
import { ASKED } from '../../../helpers/models/generated-text.ts';
import { childrenOf } from '../../../helpers/processes/child-processes.ts';

const folder = modelsFolder();
const never = new AbortController().signal;
const log: string[] = [];
const logged = createLog((line) => log.push(line));

const catalogue: Model[] = [
  embeddingEntry('words', writeModel(folder, 'words', onnxEmbedder())),
  rerankingEntry('judge', writeModel(folder, 'judge', onnxReranker())),
  rerankingEntry('hoarder', writeModel(folder, 'hoarder', hostileOnnx['more memory than there may be']())),
  verifyingEntry('inference', writeModel(folder, 'inference', onnxVerifier())),
  generationEntry('script', writeModel(folder, 'script', { 'script.gguf': scriptedGguf({ endless: true }) })),
];

const envWith = (settings: Record<string, string>) =>
  readEnv({
    MODELS_DIR: folder,
    DATA_DIR: folder,
    ENGINES_DIR,
    EMBEDDER: 'transformers',
    RERANKER_MODEL: 'judge',
    VERIFIER: 'transformers',
    ANSWERER: 'llama',
    ...settings,
  });
type Settings = ReturnType<typeof envWith>;

/** Threads of the one child that runs this program. */
function threadsOf(program: string): number {
  const [pid = 0, ...others] = childrenOf(process.pid, program);
  expect(others).toEqual([]);
  return Number(/^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Uses each engine once, and counts the threads of its process while it has something to do. */
const USES: Record<string, (env: Settings) => Promise<number>> = {
  async 'transformers-embedder-child'(env) {
    const embedder = await chooseEmbedder(env, catalogue, logged);
    await embedder.embed(['reset'], 'query');
    const threads = threadsOf('transformers-embedder-child');
    await embedder.close();
    return threads;
  },
  async 'transformers-reranker-child'(env) {
    const reranker = await chooseReranker(env, catalogue, logged);
    await reranker?.score('reset', ['password'], never);
    const threads = threadsOf('transformers-reranker-child');
    await reranker?.close();
    return threads;
  },
  async 'transformers-verifier-child'(env) {
    const verifier = await chooseVerifier(env, catalogue, logged);
    await verifier?.verify([{ heading: '', passage: 'reset', sentence: 'reset' }], never);
    const threads = threadsOf('transformers-verifier-child');
    await verifier?.close();
    return threads;
  },
  async 'llama-generator-child'(env) {
    const generator = await chooseGenerator(env, catalogue, logged, async () => '');
    if (!generator) throw new Error('There is no generator.');
    const counts: number[] = [];
    const parts = generator.generate(ASKED, { maxTokens: 8, signal: never });
    for await (const _ of parts) counts.push(threadsOf('llama-generator-child'));
    await generator.close();
    return Math.max(...counts);
  },
};

// A `skipIf` of a `describe` that is skipped already would run it.
const describeModels =
  process.platform === 'linux' ? await describeWithEngines('transformers', 'llama') : describe.skip;

describeModels('the settings of local models', () => {
  it.each(Object.entries(USES))('give each model as many threads as MODEL_THREADS says: %s', async (_, use) => {
    // Two and no more: the threads of llama.cpp spin while they wait, which takes minutes with more threads than processors.
    const more = async () =>
      (await use(envWith({ MODEL_THREADS: '2' }))) - (await use(envWith({ MODEL_THREADS: '1' })));
    // Now and then a process has a thread of Node more than another.
    await expect.poll(more).toBe(1);
    expect(log).toEqual([]);
  });

  it('give each model as much memory as MODEL_MEMORY_MB says', async () => {
    const reranker = await chooseReranker(
      envWith({ RERANKER_MODEL: 'hoarder', MODEL_MEMORY_MB: '400' }),
      catalogue,
      logged,
    );
    await expect(reranker?.score('reset', ['password'], never)).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(log.join()).toMatch(/engine_failed.*took .+ of memory, and MODEL_MEMORY_MB allows 400 MB\./);
    await reranker?.close();
  });
});
