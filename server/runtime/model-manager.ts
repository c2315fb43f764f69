import type { OwnModel, ServerEngine } from '@footnote/sdk/contract';
import type { Env } from '../config/env.ts';
import { fitFacts } from '../diagnosis/gather.ts';
import { checkModelFit } from '../diagnosis/model-fit.ts';
import { createHub } from '../engines/catalogue/create-hub.ts';
import { findModel, isOwn, modelSize } from '../engines/catalogue/model-catalogue.ts';
import { downloadedBytes } from '../engines/catalogue/model-folder.ts';
import type { EmbeddingModel, GenerationModel, Model } from '../engines/catalogue/model-types.ts';
import { pullModel } from '../engines/catalogue/pull-model.ts';
import { recommendEmbedder } from '../engines/catalogue/recommend-embedder.ts';
import { MACHINE } from '../engines/host/default-limits.ts';
import { createChangedModels } from '../engines/own-models/changed-models.ts';
import { localEmbedder, localGenerator } from '../engines/selection/create-engines.ts';
import { type ModelSelection, readSelection, storeSelection } from '../engines/selection/selection-file.ts';
import type { Generator } from '../engines/types.ts';
import { type ExaminedModel, examinedFile, examinedServer, isSame } from '../evaluation/examined-model.ts';
import { readChecks } from '../evaluation/kept-checks.ts';
import type { Log } from '../platform/log.ts';
import type { UseOptions } from '../services/server/model-servers.ts';
import type { ModelManager, RunningEngines } from '../services/server/models.ts';
import type { EngineManager } from './engine-manager.ts';
import type { ModelExaminer } from './model-examiner.ts';

interface ModelManagerDeps {
  env: Env;
  catalogue: Model[];
  engineManager: Pick<EngineManager, 'engines' | 'useEmbedder' | 'useGenerator'>;
  examiner: ModelExaminer;
  /** Other servers may use the same database. A choice made on one server would not reach the others, so only settings count. */
  shared: boolean;
  log: Log;
}

/** Manages the models of a running server: those of the catalogue that are in the model folder. */
export function createModelManager(parts: ModelManagerDeps): ModelManager {
  const { env, catalogue, examiner, shared } = parts;
  const changedModels = createChangedModels(env.modelsDir);
  return {
    folder: env.modelsDir,
    decidedBy: {
      embedding: env.embedder === null && !shared ? null : 'EMBEDDER',
      generation: env.answerer === null && !shared ? null : 'ANSWERER',
      reranking: 'RERANKER_MODEL',
      verifying: 'VERIFIER_MODEL',
    },

    offered: () =>
      Promise.all(
        catalogue.map(async (model) => ({
          name: model.name,
          purpose: model.purpose,
          licence: model.licence,
          languages: model.languages,
          size: modelSize(model),
          done: await downloadedBytes(env.modelsDir, model),
          own: isOwn(model) ? describeOwn(model) : null,
          pinned: isOwn(model) ? await changedModels.state(model) : null,
        })),
      ),

    running: () => describeRunning(parts),

    recommendation: recommendEmbedder(MACHINE, env.reader !== 'off'),

    examining: examiner.progress,

    async checks() {
      const kept = await readChecks(env.dataDir);
      // The same file may have been examined under another name.
      return (await choosable(parts)).flatMap((choice) => {
        const found = kept.find((each) => isSame(each, choice));
        return found ? { model: choice.model, server: choice.server, check: found.check } : [];
      });
    },

    async pull(name, onProgress, signal) {
      const model = findModel(catalogue, name);
      if (model === null) throw new Error(`there is no model ${name}.`);
      const problems = checkModelFit(model, await fitFacts(env, model)).filter(({ verdict }) => verdict === 'problem');
      if (problems.length > 0) throw new Error(problems.map(({ found, advice }) => `${found} ${advice}`).join(' '));
      const hub = createHub(env.modelsUrl);
      try {
        await pullModel(model, { modelsDir: env.modelsDir, hub, onProgress, signal });
      } finally {
        await hub.close();
      }
    },

    use: (purpose, name, options) =>
      purpose === 'embedding' ? useEmbedder(parts, name) : useGenerator(parts, name, options),
  };
}

function describeOwn(model: Model): OwnModel {
  const { contextTokens, files } = model;
  return {
    context_tokens: contextTokens,
    vectors: model.purpose === 'embedding' ? describeVectors(model) : null,
    files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })),
  };
}

const describeVectors = ({ dimensions, pooling, queryPrefix, passagePrefix }: EmbeddingModel) => ({
  dimensions,
  pooling,
  query_prefix: queryPrefix,
  passage_prefix: passagePrefix,
});

async function useEmbedder(
  { env, catalogue, engineManager, log }: ModelManagerDeps,
  name: string | null,
): Promise<void> {
  const model = name === null ? null : findModel(catalogue, name);
  const embedder = await localEmbedder(env, model?.purpose === 'embedding' ? model : null, log);
  if (embedder.id === engineManager.engines().embedder.id) await embedder.close();
  else await engineManager.useEmbedder(embedder);
  await storeSelection(env.dataDir, { embedder: name ?? 'builtin' });
}

/** The models that write answers, or could: those of the catalogue, and that of the server which was chosen or is set. */
async function choosable({ env, catalogue }: ModelManagerDeps): Promise<ExaminedModel[]> {
  const { server } = await readSelection(env.dataDir);
  const files = catalogue.filter((model) => model.purpose === 'generation').map(examinedFile);
  return [...files, ...[server, env.answererServer].filter((each) => each !== null).map(examinedServer)];
}

async function useGenerator(
  { env, catalogue, engineManager, examiner, log }: ModelManagerDeps,
  name: string | null,
  { anyway, signal }: UseOptions,
): Promise<void> {
  const model = name === null ? null : findModel(catalogue, name);
  const written = model?.purpose === 'generation' ? model : null;
  const generator = await localGenerator(env, written, log);
  if (generator?.id === engineManager.engines().generator?.id) await generator?.close();
  else {
    if (written && generator && !anyway) await assertFit(examiner, written, generator, signal);
    engineManager.useGenerator(generator);
  }
  await storeSelection(env.dataDir, { answerer: name ?? 'extractive' });
}

async function assertFit(
  examiner: ModelExaminer,
  model: GenerationModel,
  generator: Generator,
  signal: AbortSignal,
): Promise<void> {
  try {
    await examiner.assertFit(examinedFile(model), generator, { signal });
  } catch (error) {
    await generator.close();
    throw error;
  }
}

async function describeRunning({ env, engineManager, shared }: ModelManagerDeps): Promise<RunningEngines> {
  const { embedder, generator, reranker, verifier } = engineManager.engines();
  const chosen = await readSelection(env.dataDir);
  const settled = shared ? '' : null;
  return {
    embedder: describeEngine(embedder, env.embedder ?? settled, chosen.embedder),
    answerer: describeEngine(generator ?? EXTRACTIVE, env.answerer ?? settled, chosenAnswerer(chosen)),
    reranker: reranker && describeEngine(reranker, env.rerankerModel, null),
    verifier:
      verifier &&
      describeEngine(verifier === 'answerer' ? ANSWERER : verifier, env.verifierModel || env.verifier, null),
  };
}

/** The name of the chosen model, also if a server has it. */
const chosenAnswerer = ({ answerer, server }: ModelSelection) =>
  answerer === 'openai' ? (server?.model ?? null) : answerer;

/** Answers without a generator are extracted from the documents. */
const EXTRACTIVE = { engine: 'extractive', model: null };

/** The answering model is asked again. */
const ANSWERER = { engine: 'answerer', model: null };

function describeEngine(
  { engine, model }: Pick<ServerEngine, 'engine' | 'model'>,
  set: string | null,
  chosen: string | null,
): ServerEngine {
  const decided_by = set !== null ? 'setting' : chosen === (model ?? engine) ? 'choice' : 'automatic';
  return { engine, model, decided_by };
}
