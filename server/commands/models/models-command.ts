import type { Env } from '../../config/env.ts';
import { findModel } from '../../engines/catalogue/model-catalogue.ts';
import type { Model } from '../../engines/catalogue/model-types.ts';
import { answererChoice, embedderChoice, verifierChoice } from '../../engines/selection/resolve-engine.ts';
import { commandLine } from '../../platform/program/command-line.ts';

/** What the commands for models receive. */
export interface ModelsCommand {
  env: Env;
  catalogue: Model[];
  /** Writes a line for people. */
  say(line: string): void;
  /** Null unless standard output is a terminal. */
  terminal: NodeJS.WriteStream | null;
  signal: AbortSignal;
}

/** The settings of the models that no command chooses. */
export const SETTINGS: Partial<Record<Model['purpose'], string>> = {
  reranking: 'RERANKER_MODEL',
  verifying: 'VERIFIER_MODEL',
};

export function modelOf({ catalogue }: ModelsCommand, name: string): Model {
  const model = findModel(catalogue, name);
  if (model === null) throw new Error(`there is no model ${name}. See: ${commandLine('models list')}`);
  return model;
}

/** The names of the models that the server would start with; empty if it could not start with its settings. */
export async function namesInUse({ env, catalogue }: ModelsCommand): Promise<Set<string>> {
  const verifier = verifierChoice(env, catalogue).then((model) => (model ? { model } : {}));
  const choices = await Promise.allSettled([embedderChoice(env, catalogue), answererChoice(env, catalogue), verifier]);
  const names = choices.flatMap((choice) =>
    choice.status === 'fulfilled' && 'model' in choice.value ? choice.value.model.name : [],
  );
  return new Set([...names, env.rerankerModel]);
}
