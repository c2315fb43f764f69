import type { Env } from '../../config/env.ts';
import { commandLine } from '../../platform/command-line.ts';
import { findModel } from '../catalogue/model-catalogue.ts';
import { isDownloaded, ModelError } from '../catalogue/model-folder.ts';
import type { EmbeddingModel, GenerationModel, Model, RerankingModel } from '../catalogue/model-types.ts';
import { readSelection } from './selection-file.ts';

/** Which embedder runs. */
export type EmbedderChoice = { engine: 'builtin' | 'openai' } | { engine: 'transformers'; model: EmbeddingModel };

/** Which answerer runs. */
export type AnswererChoice =
  | { engine: 'extractive' | 'llama-node' | 'openai' }
  | { engine: 'llama'; model: GenerationModel };

type Settings = Pick<Env, 'dataDir' | 'modelsDir' | 'embedder' | 'answerer' | 'embedderModel' | 'answererModel'>;

/**
 * A variable wins over what `footnote models use` stored, which wins over the first embedding model of the catalogue
 * whose files are on this machine. Throws an Error for an unknown name.
 */
export async function embedderChoice(settings: Settings, catalogue: Model[]): Promise<EmbedderChoice> {
  const models = catalogue.filter((model) => model.purpose === 'embedding');
  const chosen = settings.embedder === null ? (await readSelection(settings.dataDir)).embedder : null;
  if (settings.embedder === 'builtin' || settings.embedder === 'openai') return { engine: settings.embedder };
  if (chosen === 'builtin') return { engine: 'builtin' };
  const name = chosen ?? (settings.embedder === 'transformers' ? settings.embedderModel : '');
  if (name !== '') return { engine: 'transformers', model: requireModel(models, name) };
  const model = await firstDownloaded(settings.modelsDir, models);
  if (model !== null) return { engine: 'transformers', model };
  if (settings.embedder === null) return { engine: 'builtin' };
  throw noModelDownloaded('embedding', models);
}

/** Likewise for answers; a downloaded generation model must be chosen, as extracts are the better default. */
export async function answererChoice(settings: Settings, catalogue: Model[]): Promise<AnswererChoice> {
  const models = catalogue.filter((model) => model.purpose === 'generation');
  if (settings.answerer !== null && settings.answerer !== 'llama') return { engine: settings.answerer };
  const chosen = settings.answerer === null ? (await readSelection(settings.dataDir)).answerer : settings.answererModel;
  if (chosen === null || chosen === 'extractive') return { engine: 'extractive' };
  if (chosen !== '') return { engine: 'llama', model: requireModel(models, chosen) };
  const model = await firstDownloaded(settings.modelsDir, models);
  if (model === null) throw noModelDownloaded('generation', models);
  return { engine: 'llama', model };
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

function requireModel<Kind extends Model>(models: Kind[], name: string): Kind {
  const model = findModel(models, name);
  if (model !== null) return model;
  throw new ModelError(
    `there is no model ${name} for this: choose one of ${models.map((each) => each.name).join(', ')}.`,
  );
}

async function firstDownloaded<Kind extends Model>(modelsDir: string, models: Kind[]): Promise<Kind | null> {
  for (const model of models) if (await isDownloaded(modelsDir, model)) return model;
  return null;
}

function noModelDownloaded(purpose: string, [first]: Model[]): ModelError {
  return new ModelError(
    `no ${purpose} model is on this machine. Download one with: ${commandLine(`models pull ${first?.name}`)}`,
  );
}
