import { modelSize } from '../../engines/catalogue/model-catalogue.ts';
import { downloadedBytes, missingBytes, modelFolder, verifyModel } from '../../engines/catalogue/model-folder.ts';
import type { GenerationModel, Model } from '../../engines/catalogue/model-types.ts';
import { allModels } from '../../engines/own-models/own-models.ts';
import { removeModel } from '../../engines/own-models/remove-model.ts';
import { storeSelection } from '../../engines/selection/selection-file.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import type { Command } from '../command.ts';
import { add } from './add.ts';
import { assertFit, examine } from './examine.ts';
import { list } from './list.ts';
import { type ModelsCommand, modelOf, namesInUse, SETTINGS } from './models-command.ts';
import { pull } from './pull.ts';

/** `footnote models …` with the models on offer and the operator's own. Ctrl-C keeps the downloaded part of a model. */
export async function models({ words, env, say, terminal, signal }: Command): Promise<boolean> {
  const stop = new AbortController();
  const stopped = () => stop.abort(new Error('stopped. Run the same command again to continue.'));
  signal.addEventListener('abort', stopped);
  const catalogue = await allModels(env.dataDir);
  return runModelsCommand(words, { env, catalogue, say, terminal, signal: stop.signal });
}

/** Resolves with false if the arguments are not understood. Throws an error whose message is written for the operator. */
export async function runModelsCommand(words: string[], command: ModelsCommand): Promise<boolean> {
  if (words[0] === 'add') return add(words.slice(1), command);
  const force = words.includes('--force');
  const anyway = words.includes('--anyway');
  const [action, name, ...more] = words.filter((word) => word !== '--force' && word !== '--anyway');
  if (more.length > 0 || (force && action !== 'pull') || (anyway && action !== 'use')) return false;
  if (action === 'list' && name === undefined) await list(command);
  else if (action === 'pull' && name !== undefined) await pull(modelOf(command, name), force, command);
  else if (action === 'verify') await verify(name === undefined ? null : modelOf(command, name), command);
  else if (action === 'use' && name !== undefined) await use(name, anyway, command);
  else if (action === 'examine' && name !== undefined) await examine(generationModel(name, command), command);
  else if (action === 'remove' && name !== undefined) await remove(modelOf(command, name), command);
  else return false;
  return true;
}

async function verify(one: Model | null, { env, catalogue, say }: ModelsCommand): Promise<void> {
  let checked = 0;
  let faulty = 0;
  for (const model of one === null ? catalogue : [one]) {
    if (one === null && (await downloadedBytes(env.modelsDir, model)) === 0) continue;
    checked += 1;
    const fault = await verifyModel(env.modelsDir, model).then(() => null, sentence);
    if (fault !== null) faulty += 1;
    say(`${model.name}: ${fault ?? 'the checksum is right.'}`);
  }
  if (checked === 0) say(`There are no models in ${env.modelsDir}.`);
  if (faulty > 0) throw new Error(`${faulty} of ${checked} models cannot be used.`);
}

function generationModel(name: string, command: ModelsCommand): GenerationModel {
  const model = modelOf(command, name);
  if (model.purpose !== 'generation') throw new Error(`${name} writes no answers: only a model that does is examined.`);
  return model;
}

async function use(name: string, anyway: boolean, command: ModelsCommand): Promise<void> {
  const { env, say } = command;
  const changes =
    name === 'builtin'
      ? { embedder: name }
      : name === 'extractive'
        ? { answerer: name }
        : await choiceOf(name, anyway, command);
  await storeSelection(env.dataDir, changes);
  const [setting, set] =
    'embedder' in changes ? ['EMBEDDER', env.embedder !== null] : ['ANSWERER', env.answerer !== null];
  if (set) say(`${name} is chosen, but ${setting} is set and takes precedence.`);
  else say(`The server uses ${name} from its next start.`);
}

/**
 * Accepts only a complete and intact model, as the server would not start with another. One that writes answers is examined first.
 */
async function choiceOf(
  name: string,
  anyway: boolean,
  command: ModelsCommand,
): Promise<{ embedder: string } | { answerer: string }> {
  const model = modelOf(command, name);
  const setting = SETTINGS[model.purpose];
  if (setting) throw new Error(`${name} is chosen by a setting: set ${setting}=${name} to use it.`);
  if (model.purpose === 'generation') {
    await assertFit(model, anyway, command);
    return { answerer: name };
  }
  await verifyModel(command.env.modelsDir, model);
  return { embedder: name };
}

/** What to do before a model of each kind can be removed. */
const BEFORE_REMOVAL: Record<Model['purpose'], () => string> = {
  embedding: () => `Choose another first, or none: ${commandLine('models use builtin')}`,
  generation: () => `Choose another first, or none: ${commandLine('models use extractive')}`,
  reranking: () => 'Unset RERANKER_MODEL first.',
  verifying: () => 'Unset VERIFIER_MODEL first.',
};

/** A server would not start without a model that it is to use. */
async function remove(model: Model, command: ModelsCommand): Promise<void> {
  const { env, say } = command;
  const folder = modelFolder(env.modelsDir, model);
  const size = modelSize(model) - (await missingBytes(env.modelsDir, model));
  if (size === 0) {
    say(`${model.name} is not on this machine.`);
    return;
  }
  if ((await namesInUse(command)).has(model.name)) {
    throw new Error(`${model.name} is in use. ${BEFORE_REMOVAL[model.purpose]()}`);
  }
  await removeModel(model, env);
  say(`${folder} has been removed, which frees ${formatBytes(size)}.`);
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
