import { parseArgs } from 'node:util';
import { type Env, environmentForPrograms } from '../../config/env.ts';
import { modelThatNeeds } from '../../diagnosis/gather.ts';
import { allModels } from '../../engines/own-models/own-models.ts';
import { addEngine, removeEngine } from '../../engines/packages/add-engine.ts';
import {
  engineFolder,
  engineState,
  installedEngine,
  isInPlace,
  variantToAdd,
} from '../../engines/packages/engine-folder.ts';
import { type Contents, pinnedContents } from '../../engines/packages/engine-lock.ts';
import {
  ENGINE_PACKAGES,
  type EnginePackage,
  findEngine,
  GPUS,
  type Gpu,
  packageOf,
  THIS_TARGET,
} from '../../engines/packages/engine-packages.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { formatBytes } from '../../platform/text/format-bytes.ts';
import type { Command } from '../command.ts';
import { progressBar, progressInLines } from '../progress-line.ts';

/** `footnote engines …`: what runs models on this machine, which is not part of the server. */
export async function engines(command: Command): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: command.words,
    allowPositionals: true,
    options: { from: { type: 'string' }, gpu: { type: 'string' }, languages: { type: 'string' } },
  });
  const [action, name, ...more] = positionals;
  const hasOptions = Object.keys(values).length > 0;
  if (more.length > 0 || (hasOptions && action !== 'add')) return false;
  if (action === 'list' && name === undefined) await list(command);
  else if (action === 'add' && name !== undefined) await add(engineOf(name), values, command);
  else if (action === 'remove' && name !== undefined) await remove(engineOf(name), command);
  else return false;
  return true;
}

function engineOf(name: string): EnginePackage {
  const engine = findEngine(name);
  if (engine !== null) return engine;
  throw new Error(`there is no engine ${name}. There are ${ENGINE_PACKAGES.map((each) => each.name).join(', ')}.`);
}

async function list({ env, say }: Command): Promise<void> {
  const width = Math.max(...ENGINE_PACKAGES.map(({ name }) => name.length));
  say(`Engines in ${env.enginesDir}\n`);
  for (const engine of ENGINE_PACKAGES) {
    const here = installedEngine(env.enginesDir, engine);
    const contents = await pinnedContents(engine, here ?? { target: THIS_TARGET, gpu: null });
    const size = contents === undefined ? '-' : formatBytes(contents.bytes);
    const state = contents === undefined ? `not available for ${THIS_TARGET}` : describeState(env, engine);
    say(`  ${engine.name.padEnd(width)}  ${size.padStart(7)}  ${packageOf(engine)}${state && `  ${state}`}`);
    say(`  ${''.padEnd(width)}           ${engine.runs}`);
    for (const each of GPUS) {
      if (each === here?.gpu) continue;
      const build = await pinnedContents(engine, { target: THIS_TARGET, gpu: each });
      if (build === undefined) continue;
      say(`  ${''.padEnd(width)}           with --gpu ${each}, for a graphics card: ${formatBytes(build.bytes)}`);
    }
    if (engine.languages === null) continue;
    say(
      `  ${''.padEnd(width)}           in ${(here?.languages ?? engine.languages.usual).join(', ')}; --languages: ${engine.languages.offered.join(', ')}`,
    );
  }
  say(`\nTo add one: ${commandLine('engines add NAME')}`);
}

function describeState({ enginesDir }: Env, engine: EnginePackage): string {
  const state = engineState(enginesDir, engine);
  const installed = installedEngine(enginesDir, engine);
  if (state === 'absent' || installed === null) return '';
  const gpu = installed.gpu === null ? '' : ` with ${installed.gpu}`;
  return state === 'present' ? `here${gpu}` : `here in another version: ${installed.version} for ${installed.target}`;
}

/** `engines add NAME [--from PATH] [--gpu cuda|vulkan] [--languages NAME,…]`. Replaces one that is damaged, or of another version. */
async function add(engine: EnginePackage, options: AddWords, command: Command): Promise<void> {
  const { env, say, terminal, signal } = command;
  const { enginesDir } = env;
  const gpu = gpuOf(options.gpu);
  const folder = engineFolder(enginesDir, engine.name);
  const variant = variantToAdd(enginesDir, engine, { gpu, languages: languagesOf(engine, options) });
  if (await isInPlace(enginesDir, engine, variant)) {
    say(`${engine.name} is in ${folder} already, and every file is the pinned one.`);
    return;
  }
  const from = options.from ?? null;
  if (env.offline && from === null) {
    throw new Error(
      `OFFLINE=1 forbids downloads. Copy ${folder} from a machine that has it, then run: ${commandLine(`engines add ${engine.name} --from FOLDER`)}`,
    );
  }
  const contents = await pinnedContents(engine, variant);
  const size = contents === undefined ? '' : ` (${sizeOf(contents, from)})`;
  say(`${engine.name}${size}: ${packageOf(engine)} from ${from ?? 'the registry that npm is set to'}`);
  const progress = terminal ? progressBar(terminal) : progressInLines(say);
  try {
    await addEngine(engine, {
      enginesDir,
      variant,
      from,
      signal,
      environment: environmentForPrograms(),
      onProgress: (done, total) => progress.show(done, total),
    });
  } finally {
    progress.stop();
  }
  const next = engine.languages === null ? 'model on that it loads' : 'document on. Sync the sources that need it';
  say(`It is in ${folder}, and every file is the pinned one. The server uses it from the next ${next}.`);
  if (variant.gpu !== null) say(`Where no graphics card can be used with ${variant.gpu}, models run on the processor.`);
}

/** What npm installs is larger than what is kept of it. */
function sizeOf({ bytes, unpacked }: Contents, from: string | null): string {
  return from === null ? `${formatBytes(bytes)}; ${formatBytes(unpacked)} while it is added` : formatBytes(bytes);
}

interface AddWords {
  from?: string;
  gpu?: string;
  languages?: string;
}

/** The languages that are asked for; undefined where none are. */
function languagesOf({ name, languages }: EnginePackage, { from, languages: words }: AddWords): string[] | undefined {
  if (words === undefined) return undefined;
  if (languages === null) throw new Error(`${name} has no languages to choose from.`);
  if (from !== undefined) throw new Error('--languages cannot be given with --from: files bring their languages.');
  const asked = words.split(',').map((word) => word.trim());
  const unknown = asked.filter((word) => !languages.offered.includes(word));
  if (unknown.length > 0) {
    const offered = languages.offered.join(', ');
    throw new Error(`--languages must be of ${offered}, separated by commas. Not among them: ${unknown.join(', ')}.`);
  }
  return asked;
}

function gpuOf(name: string | undefined): Gpu | null {
  if (name === undefined) return null;
  const gpu = GPUS.find((each) => each === name);
  if (gpu === undefined) throw new Error(`--gpu must be ${GPUS.join(' or ')}.`);
  return gpu;
}

/** The server would not start with a model that no engine runs. */
async function remove(engine: EnginePackage, { env, say }: Command): Promise<void> {
  const { enginesDir } = env;
  const folder = engineFolder(enginesDir, engine.name);
  if (installedEngine(enginesDir, engine) === null) {
    say(`${engine.name} is not on this machine.`);
    return;
  }
  const model = await modelThatNeeds(engine, env, await allModels(env.dataDir));
  if (model !== null) {
    throw new Error(
      `${engine.name} runs ${model}, which is in use. Choose another model first, or none: ${commandLine('models list')}`,
    );
  }
  await removeEngine(enginesDir, engine.name);
  say(`${folder} has been removed.`);
}
