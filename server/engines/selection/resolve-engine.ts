import type { Env } from '../../config/env.ts';
import { commandLine } from '../../platform/command-line.ts';
import { modelNamed } from '../catalogue/model-catalogue.ts';
import { isThere, ModelError } from '../catalogue/model-folder.ts';
import type { EmbeddingModel, GenerationModel, Model, RerankingModel } from '../catalogue/model-types.ts';
import { readSelection } from './selection-file.ts';

/** What makes the vectors. */
export type EmbedderChoice = { engine: 'builtin' | 'openai' } | { engine: 'transformers'; model: EmbeddingModel };

/** What answers. */
export type AnswererChoice =
  | { engine: 'extractive' | 'llama-node' | 'openai' }
  | { engine: 'llama'; model: GenerationModel };

type Settings = Pick<Env, 'dataDir' | 'modelsDir' | 'embedder' | 'answerer' | 'embedderModel' | 'answererModel'>;

/**
 * A variable wins over what `footnote models use` has stored, which wins over what is there: the first embedding model of
 * the catalogue whose files are on this machine. Throws a sentence for a name that is no model's.
 */
export async function embedderChoice(settings: Settings, catalogue: Model[]): Promise<EmbedderChoice> {
  const models = catalogue.filter((model) => model.purpose === 'embedding');
  const chosen = settings.embedder === null ? (await readSelection(settings.dataDir)).embedder : null;
  if (settings.embedder === 'builtin' || settings.embedder === 'openai') return { engine: settings.embedder };
  if (chosen === 'builtin') return { engine: 'builtin' };
  const name = chosen ?? (settings.embedder === 'transformers' ? settings.embedderModel : '');
  if (name !== '') return { engine: 'transformers', model: named(models, name) };
  const model = await firstThere(settings.modelsDir, models);
  if (model !== null) return { engine: 'transformers', model };
  if (settings.embedder === null) return { engine: 'builtin' };
  throw noneThere('embedding', models);
}

/** The same for what answers; a model that is only there answers nothing, as the extracts are the better choice to begin with. */
export async function answererChoice(settings: Settings, catalogue: Model[]): Promise<AnswererChoice> {
  const models = catalogue.filter((model) => model.purpose === 'generation');
  if (settings.answerer !== null && settings.answerer !== 'llama') return { engine: settings.answerer };
  const chosen = settings.answerer === null ? (await readSelection(settings.dataDir)).answerer : settings.answererModel;
  if (chosen === null || chosen === 'extractive') return { engine: 'extractive' };
  if (chosen !== '') return { engine: 'llama', model: named(models, chosen) };
  const model = await firstThere(settings.modelsDir, models);
  if (model === null) throw noneThere('generation', models);
  return { engine: 'llama', model };
}

/** What puts the passages in order, null for nothing: it costs a visitor a second, so that somebody has to ask for it. */
export function rerankerChoice(
  { rerankerModel }: Pick<Env, 'rerankerModel'>,
  catalogue: Model[],
): RerankingModel | null {
  if (rerankerModel === '') return null;
  return named(
    catalogue.filter((model) => model.purpose === 'reranking'),
    rerankerModel,
  );
}

function named<Kind extends Model>(models: Kind[], name: string): Kind {
  const model = modelNamed(models, name);
  if (model !== null) return model;
  throw new ModelError(
    `there is no model ${name} for this: choose one of ${models.map((each) => each.name).join(', ')}.`,
  );
}

async function firstThere<Kind extends Model>(modelsDir: string, models: Kind[]): Promise<Kind | null> {
  for (const model of models) if (await isThere(modelsDir, model)) return model;
  return null;
}

function noneThere(purpose: string, [first]: Model[]): ModelError {
  return new ModelError(
    `no ${purpose} model is on this machine. Download one with: ${commandLine(`models pull ${first?.name}`)}`,
  );
}
