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
      const model = chosen ? named(models, chosen) : await firstThere(settings.modelsDir, models);
      return model ? local(model) : { engine: 'builtin' };
    }
  }
}

/** The same for what answers; a model that is only there answers nothing, as the extracts are the better choice to begin with. */
export async function answererChoice(settings: Settings, catalogue: Model[]): Promise<AnswererChoice> {
  const models = catalogue.filter((model) => model.purpose === 'generation');
  const local = (model: GenerationModel) => ({ engine: 'llama', model }) as const;
  switch (settings.answerer) {
    case 'extractive':
    case 'llama-node':
    case 'openai':
      return { engine: settings.answerer };
    case 'llama':
      return local(await namedOrFirst(settings.answererModel, models, settings.modelsDir));
    case null: {
      const { answerer: chosen } = await readSelection(settings.dataDir);
      return !chosen || chosen === 'extractive' ? { engine: 'extractive' } : local(named(models, chosen));
    }
  }
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

/** The model of that name; for an empty one, the first that is there. */
async function namedOrFirst<Kind extends Model>(name: string, models: Kind[], modelsDir: string): Promise<Kind> {
  if (name !== '') return named(models, name);
  const model = await firstThere(modelsDir, models);
  if (model === null) throw noneThere(models);
  return model;
}

async function firstThere<Kind extends Model>(modelsDir: string, models: Kind[]): Promise<Kind | null> {
  for (const model of models) if (await isThere(modelsDir, model)) return model;
  return null;
}

function noneThere([first]: Model[]): ModelError {
  return new ModelError(
    `no ${first?.purpose} model is on this machine. Download one with: ${commandLine(`models pull ${first?.name}`)}`,
  );
}
