import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { createHub } from '../../../../server/engines/catalogue/create-hub.ts';
import { MODEL_CATALOGUE } from '../../../../server/engines/catalogue/model-catalogue.ts';
import { verifyModel } from '../../../../server/engines/catalogue/model-folder.ts';
import type {
  EmbeddingModel,
  GenerationModel,
  LocalModel,
  Model,
  RerankingModel,
  VerifyingModel,
} from '../../../../server/engines/catalogue/model-types.ts';
import { pullModel } from '../../../../server/engines/catalogue/pull-model.ts';
import type { NativeOptions } from '../../../../server/engines/host/native-options.ts';
import { createLlamaGenerator } from '../../../../server/engines/llama/llama-generator.ts';
import { createTransformersEmbedder } from '../../../../server/engines/transformers/transformers-embedder.ts';
import { createTransformersReranker } from '../../../../server/engines/transformers/transformers-reranker.ts';
import { createTransformersVerifier } from '../../../../server/engines/transformers/transformers-verifier.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { catalogueFixture, writeMirror } from '../../../helpers/models/catalogue-fixtures.ts';
import { describeWithEngines, ENGINES_DIR } from '../../../helpers/models/engines.ts';
import { SAID } from '../../../helpers/models/files/script.ts';
import { modelsFolder } from '../../../helpers/models/folder.ts';
import { ASKED, generatedText } from '../../../helpers/models/generated-text.ts';

const mirror = modelsFolder();
const models = modelsFolder();
const opened: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(opened.map((engine) => engine.close())));

const never = new AbortController().signal;
const offered = <Purpose extends Model['purpose']>(purpose: Purpose) =>
  MODEL_CATALOGUE.filter((model): model is Extract<Model, { purpose: Purpose }> => model.purpose === purpose).map(
    (model) => [model.name, model] as const,
  );

/** The model as it is on this machine after a download from a folder that mirrors the site. */
async function pulled<Kind extends Model>(entry: Kind): Promise<LocalModel<Kind>> {
  const fixture = catalogueFixture(entry);
  writeMirror(mirror, fixture);
  const hub = createHub(pathToFileURL(mirror).href);
  await pullModel(fixture.model, { modelsDir: models, hub, onProgress: () => undefined, signal: never });
  return verifyModel(models, fixture.model);
}

/** Opens the engine with a log that fails the test if anything is written to it. */
async function open<Engine extends { close(): Promise<void> }>(
  create: (options: NativeOptions) => Promise<Engine>,
): Promise<Engine> {
  const log = createLog((line) => {
    throw new Error(line);
  });
  const engine = await create({ log, enginesDir: ENGINES_DIR, threads: 1 });
  opened.push(engine);
  return engine;
}

const dot = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  (a ?? new Float32Array()).reduce((sum, value, at) => sum + value * (b?.[at] ?? Number.NaN), 0);

const describeModels = await describeWithEngines('transformers', 'llama');

describeModels('the models on offer (need the engines transformers and llama)', () => {
  it('are all covered here', () => {
    const covered = (['embedding', 'reranking', 'verifying', 'generation'] as const).flatMap(offered);
    expect(covered).toHaveLength(MODEL_CATALOGUE.length);
  });

  it.each(offered('embedding'))('embed: %s', async (_, entry: EmbeddingModel) => {
    const local = await pulled(entry);
    const embedder = await open((options) => createTransformersEmbedder(local, options));
    const texts = ['Reset the password in settings.', 'where is the invoice', 'Your password: how to reset it'];
    const [passage, other, same] = await embedder.embed(texts, 'passage');
    const [question] = await embedder.embed(['How do I reset my password?'], 'query');
    expect([passage, other, same, question].map((vector) => vector?.length)).toEqual(Array(4).fill(entry.dimensions));
    for (const vector of [passage, question]) expect(dot(vector, vector)).toBeCloseTo(1, 4);
    expect(dot(question, passage)).toBeGreaterThan(dot(question, other));
    // It does not depend on the other texts of the batch, which are padded to the longest.
    const [alone] = await embedder.embed(texts.slice(1, 2), 'passage');
    expect(dot(alone, other)).toBeCloseTo(1, 3);
    expect(embedder.id).toBe(`transformers:${entry.name}@${entry.revision.slice(0, 12)}`);
  });

  it.each(offered('reranking'))('rerank: %s', async (_, entry: RerankingModel) => {
    const local = await pulled(entry);
    const reranker = await open((options) => createTransformersReranker(local, options));
    const passages = ['the price of an order', 'Press reset: your password is reset.', 'ship it'];
    const scores = await reranker.score('reset my password', passages, never);
    expect(scores.indexOf(Math.max(...scores))).toBe(1);
  });

  it.each(offered('verifying'))('check sentences: %s', async (_, entry: VerifyingModel) => {
    const local = await pulled(entry);
    const verifier = await open((options) => createTransformersVerifier(local, options));
    const pair = (sentence: string) => ({ heading: '', passage: 'press reset to reset your password', sentence });
    const [follows, contradicts] = await verifier.verify(
      [pair('reset your password'), pair('not reset your password')],
      never,
    );
    expect(follows?.entailment).toBeGreaterThan(0.9);
    expect(contradicts?.contradiction).toBeGreaterThan(0.9);
  });

  it.each(offered('generation'))('write answers: %s', async (_, entry: GenerationModel) => {
    const local = await pulled(entry);
    const generator = await open((options) => createLlamaGenerator(local, options));
    const answer = () => generatedText(generator.generate(ASKED, { maxTokens: 40, signal: never }));
    const [{ deltas, end }, ...others] = await Promise.all([answer(), answer(), answer()]);
    expect(deltas.join('')).toBe(SAID);
    expect(end).toMatchObject({ reason: 'stop', usage: { prompt: expect.any(Number) } });
    for (const other of others) expect(other.deltas.join('')).toBe(SAID);
    expect((await answer()).deltas.join('')).toBe(SAID);
  });

  it('leave nothing but their own files in the models folder', async () => {
    for (const model of MODEL_CATALOGUE) {
      const found = await readdir(join(models, model.name), { recursive: true, withFileTypes: true });
      expect(found.filter((entry) => entry.isFile())).toHaveLength(model.files.length);
    }
  });
});
