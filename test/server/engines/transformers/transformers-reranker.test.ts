import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { NativeOptions } from '../../../../server/engines/host/native-options.ts';
import { createTransformersReranker } from '../../../../server/engines/transformers/transformers-reranker.ts';
import type { Reranker } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { onnxEmbedder, onnxReranker } from '../../../helpers/models/files/onnx.ts';
import { modelsFolder, rerankingEntry, writeModel } from '../../../helpers/models/folder.ts';

const models = modelsFolder();
const started: Reranker[] = [];
let number = 0;
/** The log of the last reranker created. */
let log: string[] = [];

afterAll(() => Promise.all(started.map((reranker) => reranker.close())));

async function rerankerOn(
  contents: Record<string, Uint8Array | string>,
  options: Partial<NativeOptions> = {},
  contextTokens = 128,
): Promise<Reranker> {
  const name = `model-${++number}`;
  const own: string[] = [];
  log = own;
  const model = rerankingEntry(name, writeModel(models, name, contents), { contextTokens });
  const local = { model, directory: join(models, name) };
  const reranker = await createTransformersReranker(local, {
    log: createLog((line) => own.push(line)),
    enginesDir: ENGINES_DIR,
    threads: 1,
    ...options,
  });
  started.push(reranker);
  return reranker;
}

const QUESTION = 'reset my password';
const PASSAGES = [
  'the price of an order',
  'press reset password to reset your password',
  'your password',
  'a a a',
  'ship it',
];
const never = new AbortController().signal;

const describeModels = await describeWithEngines('transformers', 'xenova-transformers');

describeModels.each(['transformers', 'xenova-transformers'] as const)(
  'a reranking model in a child process, by %s',
  (name) => {
    it('scores each passage by the question, the answering one highest', async () => {
      const reranker = await rerankerOn(onnxReranker(), { engines: [name] });
      const scores = await reranker.score(QUESTION, PASSAGES, never);
      expect(scores).toHaveLength(PASSAGES.length);
      expect(scores.indexOf(Math.max(...scores))).toBe(1);
      // It does not depend on the other passages of the batch.
      const [alone] = await reranker.score(QUESTION, PASSAGES.slice(1, 2), never);
      expect(alone).toBeCloseTo(scores[1] ?? 0, 3);
      expect(await reranker.ready()).toBe(true);
    });

    it("truncates a passage at the model's context", async () => {
      const reranker = await rerankerOn(onnxReranker(), { engines: [name] }, 16);
      const [short = 0, long = 1] = await reranker.score(
        QUESTION,
        ['a '.repeat(40), `${'a '.repeat(40)} password`],
        never,
      );
      expect(long).toBeCloseTo(short, 3);
    });
  },
);

describeModels('a reranking model in a child process', () => {
  it('fails with another kind of model, and logs it', async () => {
    const reranker = await rerankerOn(onnxEmbedder());
    const scoring = reranker.score(QUESTION, PASSAGES, never);
    await expect(scoring).rejects.toMatchObject({ status: 500, code: 'embedder_unavailable' });
    expect(log.join()).toMatch(/engine_(request_)?failed/);
  });

  it('stops when aborted', async () => {
    const reranker = await rerankerOn(onnxReranker());
    const abort = new AbortController();
    const scoring = reranker.score(QUESTION, PASSAGES, abort.signal);
    abort.abort(new Error('gone'));
    await expect(scoring).rejects.toThrow('gone');
    expect(await reranker.score(QUESTION, PASSAGES.slice(1), never)).toHaveLength(PASSAGES.length - 1);
  });

  it('names the command that adds the missing engine', async () => {
    await expect(rerankerOn(onnxReranker(), { enginesDir: join(models, 'no-engines') })).rejects.toThrow(
      'RERANKER_MODEL needs the engine transformers. Add it with: npx footnote engines add transformers',
    );
  });
});
