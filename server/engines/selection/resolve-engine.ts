import type { Env } from '../../config/env.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { findModel, isOwn } from '../catalogue/model-catalogue.ts';
import { isDownloaded, ModelError } from '../catalogue/model-folder.ts';
import type {
  EmbeddingModel,
  GenerationModel,
  Model,
  RerankingModel,
  VerifyingModel,
} from '../catalogue/model-types.ts';
import { type ChosenServer, readSelection } from './selection-file.ts';

/** Which embedder runs. */
type EmbedderChoice = { engine: 'builtin' | 'openai' } | { engine: 'transformers'; model: EmbeddingModel };

/** Which answerer runs. `server`: as chosen in the console; null if the settings name it. */
export type AnswererChoice =
  | { engine: 'extractive' | 'llama-node' }
  | { engine: 'openai'; server: ChosenServer | null }
  | { engine: 'llama'; model: GenerationModel };

type Settings = Pick<Env, 'dataDir' | 'modelsDir' | 'embedder' | 'answerer' | 'embedderModel' | 'answererModel'>;

/**
 * A variable wins over what `footnote models use` or the console stored, which wins over the first embedding model on offer
 * whose files are on this machine; one of the operator's own must be chosen. Throws an Error for an unknown name.
 */
export async function embedderChoice(settings: Settings, catalogue: Model[]): Promise<EmbedderChoice> {
  const models = catalogue.filter((model) => model.purpose === 'embedding');
  const local = (model: EmbeddingModel) => ({ engine: 'transformers', model }) as const;
  switch (settings.embedder) {
    case 'builtin':
    case 'openai':
      return { engine: settings.embedder };
    case 'transformers':
      return local(await namedOrFirst(settings.embedderModel, models, settings.modelsDir));
    case null: {
      const { embedder: chosen } = await readSelection(settings.dataDir);
      if (chosen === 'builtin') return { engine: 'builtin' };
      const offered = models.filter((model) => !isOwn(model));
      const model = chosen ? requireModel(models, chosen) : await firstDownloaded(settings.modelsDir, offered);
      return model ? local(model) : { engine: 'builtin' };
    }
  }
}

/** Likewise for answers; a downloaded generation model must be chosen, as extracts are the better default. */
export async function answererChoice(settings: Settings, catalogue: Model[]): Promise<AnswererChoice> {
  const models = catalogue.filter((model) => model.purpose === 'generation');
  const local = (model: GenerationModel) => ({ engine: 'llama', model }) as const;
  switch (settings.answerer) {
    case 'extractive':
    case 'llama-node':
      return { engine: settings.answerer };
    case 'openai':
      return { engine: 'openai', server: null };
    case 'llama':
      return local(await namedOrFirst(settings.answererModel, models, settings.modelsDir));
    case null: {
      const { answerer: chosen, server } = await readSelection(settings.dataDir);
      if (chosen === 'openai' && server !== null) return { engine: 'openai', server };
      return !chosen || chosen === 'extractive' ? { engine: 'extractive' } : local(requireModel(models, chosen));
    }
  }
}

/** The reranker, or null: it costs a visitor a second, so it is off by default. */
export function rerankerChoice(
  { rerankerModel }: Pick<Env, 'rerankerModel'>,
  catalogue: Model[],
): RerankingModel | null {
  if (rerankerModel === '') return null;
  return requireModel(
    catalogue.filter((model) => model.purpose === 'reranking'),
    rerankerModel,
  );
}

/** The model that checks sentences, or null: the rules alone do, or the answering model as well. */
export async function verifierChoice(
  { verifier, verifierModel, modelsDir }: Pick<Env, 'verifier' | 'verifierModel' | 'modelsDir'>,
  catalogue: Model[],
): Promise<VerifyingModel | null> {
  if (verifier !== 'transformers') return null;
  return namedOrFirst(
    verifierModel,
    catalogue.filter((model) => model.purpose === 'verifying'),
    modelsDir,
  );
}

function requireModel<Kind extends Model>(models: Kind[], name: string): Kind {
  const model = findModel(models, name);
  if (model !== null) return model;
  throw new ModelError(
    `there is no model ${name} for this: choose one of ${models.map((each) => each.name).join(', ')}.`,
  );
}

/** The model of that name; for an empty one, the first that is there. */
async function namedOrFirst<Kind extends Model>(name: string, models: Kind[], modelsDir: string): Promise<Kind> {
  if (name !== '') return requireModel(models, name);
  const model = await firstDownloaded(modelsDir, models);
  if (model === null) throw noModelDownloaded(models);
  return model;
}

async function firstDownloaded<Kind extends Model>(modelsDir: string, models: Kind[]): Promise<Kind | null> {
  for (const model of models) if (await isDownloaded(modelsDir, model)) return model;
  return null;
}

function noModelDownloaded([first]: Model[]): ModelError {
  return new ModelError(
    `no ${first?.purpose} model is on this machine. Download one with: ${commandLine(`models pull ${first?.name}`)}`,
  );
}
