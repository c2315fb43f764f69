import type { Env } from '../config/env.ts';
import { createHub, isFolderUrl } from '../engines/catalogue/create-hub.ts';
import { findModel, MODEL_CATALOGUE, modelSize } from '../engines/catalogue/model-catalogue.ts';
import { downloadedBytes, isDownloaded, modelFolder, verifyModel } from '../engines/catalogue/model-folder.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { pullModel } from '../engines/catalogue/pull-model.ts';
import { answererChoice, embedderChoice, verifierChoice } from '../engines/selection/resolve-engine.ts';
import { storeSelection } from '../engines/selection/selection-file.ts';
import { commandLine } from '../platform/command-line.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import type { Command } from './command.ts';
import { progressBar, progressInLines } from './progress-line.ts';

export interface ModelsCommand {
  env: Env;
  catalogue: Model[];
  /** Writes a line for people. */
  say(line: string): void;
  /** Null unless standard output is a terminal. */
  terminal: NodeJS.WriteStream | null;
  signal: AbortSignal;
}

const PURPOSES = {
  embedding: 'Vectors: find passages by what they mean (EMBEDDER)',
  generation: 'Answers: write instead of quoting (ANSWERER)',
  reranking: 'Order: judge how well each passage answers (RERANKER_MODEL)',
  verifying: 'Checks: read what a model wrote together with its passages (VERIFIER_MODEL)',
};

/** The settings of the models that no command chooses. */
const SETTINGS: Partial<Record<Model['purpose'], string>> = {
  reranking: 'RERANKER_MODEL',
  verifying: 'VERIFIER_MODEL',
};

/** `footnote models …` with the models of the catalogue. Ctrl-C keeps the downloaded part of a model. */
export function models({ words, env, say, terminal, signal }: Command): Promise<boolean> {
  const stop = new AbortController();
  const stopped = () => stop.abort(new Error('stopped. Run the same command again to continue.'));
  signal.addEventListener('abort', stopped);
  return runModelsCommand(words, { env, catalogue: MODEL_CATALOGUE, say, terminal, signal: stop.signal });
}

/** Resolves with false if the arguments are not understood. Throws an error whose message is written for the operator. */
export async function runModelsCommand(words: string[], command: ModelsCommand): Promise<boolean> {
  const [action, name, ...more] = words;
  if (more.length > 0) return false;
  if (action === 'list' && name === undefined) await list(command);
  else if (action === 'pull' && name !== undefined) await pull(modelOf(command, name), command);
  else if (action === 'verify') await verify(name === undefined ? null : modelOf(command, name), command);
  else if (action === 'use' && name !== undefined) await use(name, command);
  else return false;
  return true;
}

function modelOf({ catalogue }: ModelsCommand, name: string): Model {
  const model = findModel(catalogue, name);
  if (model === null) throw new Error(`there is no model ${name}. See: ${commandLine('models list')}`);
  return model;
}

async function list({ env, catalogue, say }: ModelsCommand): Promise<void> {
  const used = await namesInUse(env, catalogue);
  const width = Math.max(...catalogue.map(({ name }) => name.length));
  say(`Models in ${env.modelsDir}`);
  for (const [purpose, title] of Object.entries(PURPOSES)) {
    say(`\n${title}`);
    for (const model of catalogue.filter((each) => each.purpose === purpose)) {
      const { name, licence, languages } = model;
      const state = used.has(name) ? 'in use' : await stateOf(env.modelsDir, model);
      const cells = [
        name.padEnd(width),
        formatBytes(modelSize(model)).padStart(7),
        licence.padEnd(10),
        languages.padEnd(18),
        state,
      ];
      say(`  ${cells.join('  ')}`.trimEnd());
    }
  }
}

/** The names of the models that the server would start with; empty if it could not start with its settings. */
async function namesInUse(env: Env, catalogue: Model[]): Promise<Set<string>> {
  const verifier = verifierChoice(env, catalogue).then((model) => (model ? { model } : {}));
  const choices = await Promise.allSettled([embedderChoice(env, catalogue), answererChoice(env, catalogue), verifier]);
  const names = choices.flatMap((choice) =>
    choice.status === 'fulfilled' && 'model' in choice.value ? choice.value.model.name : [],
  );
  return new Set([...names, env.rerankerModel]);
}

async function stateOf(modelsDir: string, model: Model): Promise<string> {
  if (await isDownloaded(modelsDir, model)) return 'here';
  return (await downloadedBytes(modelsDir, model)) > 0 ? 'incomplete' : '';
}

async function pull(model: Model, { env, catalogue, say, terminal, signal }: ModelsCommand): Promise<void> {
  const folder = modelFolder(env.modelsDir, model);
  if (env.offline && !isFolderUrl(env.modelsUrl)) {
    throw new Error(
      `OFFLINE=1 forbids downloads. Copy ${folder} from a machine that has it, then run: ${commandLine(`models verify ${model.name}`)}`,
    );
  }
  const total = modelSize(model);
  say(`${model.name}: ${formatBytes(total)}, ${model.licence}, from ${env.modelsUrl}/${model.repository}`);
  const hub = createHub(env.modelsUrl);
  const progress = terminal ? progressBar(terminal) : progressInLines(say);
  try {
    await pullModel(model, { modelsDir: env.modelsDir, hub, signal, onProgress: (done) => progress.show(done, total) });
  } finally {
    progress.stop();
    await hub.close();
  }
  say(`It is in ${folder}, and its checksum is right.`);
  if ((await namesInUse(env, catalogue)).has(model.name)) say('The server uses it from its next start.');
  else {
    const setting = SETTINGS[model.purpose];
    say(`To use it: ${setting ? `${setting}=${model.name}` : commandLine(`models use ${model.name}`)}`);
  }
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

async function use(name: string, command: ModelsCommand): Promise<void> {
  const { env, say } = command;
  const changes =
    name === 'builtin'
      ? { embedder: name }
      : name === 'extractive'
        ? { answerer: name }
        : await choiceOf(name, command);
  await storeSelection(env.dataDir, changes);
  const [setting, set] =
    'embedder' in changes ? ['EMBEDDER', env.embedder !== null] : ['ANSWERER', env.answerer !== null];
  if (set) say(`${name} is chosen, but ${setting} is set and takes precedence.`);
  else say(`The server uses ${name} from its next start.`);
}

/** Accepts only a complete and intact model, as the server would not start with another. */
async function choiceOf(name: string, command: ModelsCommand): Promise<{ embedder: string } | { answerer: string }> {
  const model = modelOf(command, name);
  const setting = SETTINGS[model.purpose];
  if (setting) throw new Error(`${name} is chosen by a setting: set ${setting}=${name} to use it.`);
  await verifyModel(command.env.modelsDir, model);
  return model.purpose === 'embedding' ? { embedder: name } : { answerer: name };
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
