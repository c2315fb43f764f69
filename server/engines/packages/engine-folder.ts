import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commandLine } from '../../platform/program/command-line.ts';
import type { TextRecognition } from '../types.ts';
import { hashContents } from './engine-contents.ts';
import { pinnedContents } from './engine-lock.ts';
import {
  type EngineName,
  type EnginePackage,
  findEngine,
  GPUS,
  type Gpu,
  THIS_TARGET,
  type Variant,
  versionOf,
} from './engine-packages.ts';

/** Why an engine cannot be added, removed or used; the message is written for the operator. */
export class PackageError extends Error {}

/** What the file `engine.json` in an engine's folder says about it. */
export interface InstalledEngine extends Variant {
  name: EngineName;
  version: string;
}

export const NOTE = 'engine.json';
export const MODULES = 'node_modules';
/** Of ONNX Runtime, below the folder of the engine `transformers`. */
const NATIVE_RUNTIME = `${MODULES}/onnxruntime-node/dist/index.js`;

/** The folder of an engine, whether it is there or not. */
export const engineFolder = (enginesDir: string, name: EngineName): string => resolve(enginesDir, name);

/** The words of the command that adds an engine, or puts another in the place of the one that is there, for the same graphics card. */
export const addCommand = (name: EngineName, gpu: Gpu | null = null): string =>
  commandLine(`engines add ${name}${gpu === null ? '' : ` --gpu ${gpu}`}`);

/** What is in an engine's folder, by its own account; null if there is none. Reads one small file. */
export function installedEngine(enginesDir: string, { name }: Pick<EnginePackage, 'name'>): InstalledEngine | null {
  return readNote(engineFolder(enginesDir, name), name);
}

/** As `addCommand`, with the graphics interface of the one that is there. */
export const replaceCommand = (enginesDir: string, engine: Pick<EnginePackage, 'name'>): string =>
  addCommand(engine.name, installedEngine(enginesDir, engine)?.gpu);

/** Null if the folder holds no engine of this name. */
export function readNote(folder: string, name: EngineName): InstalledEngine | null {
  try {
    const note = JSON.parse(readFileSync(join(folder, NOTE), 'utf8')) as Partial<InstalledEngine>;
    if (note.name !== name || typeof note.version !== 'string' || typeof note.target !== 'string') return null;
    const gpu = GPUS.find((each) => each === note.gpu) ?? null;
    const languages = findEngine(name)?.languages?.offered.filter((each) => note.languages?.includes(each));
    return { name, version: note.version, target: note.target, gpu, ...(languages && { languages }) };
  } catch {
    return null;
  }
}

/** Whether an engine is there in the version that this Footnote needs. Does not read its files. */
export type EngineState = 'absent' | 'outdated' | 'present';

export function engineState(enginesDir: string, engine: EnginePackage): EngineState {
  const found = installedEngine(enginesDir, engine);
  if (found === null || !existsSync(join(engineFolder(enginesDir, engine.name), engine.module))) return 'absent';
  return found.version === versionOf(engine) && found.target === THIS_TARGET ? 'present' : 'outdated';
}

/** The variant to add: with the languages that are asked for, else with those that are here, else with the usual ones. */
export function variantToAdd(
  enginesDir: string,
  engine: EnginePackage,
  asked: { gpu: Gpu | null; languages: readonly string[] | undefined },
): Variant {
  const { languages: own } = engine;
  const wanted = asked.languages ?? installedEngine(enginesDir, engine)?.languages ?? own?.usual;
  const languages = own?.offered.filter((each) => wanted?.includes(each));
  return { target: THIS_TARGET, gpu: asked.gpu, ...(languages && { languages }) };
}

/** Whether this very variant is here, and every file of it is the pinned one. */
export async function isInPlace(enginesDir: string, engine: EnginePackage, variant: Variant): Promise<boolean> {
  const here = installedEngine(enginesDir, engine);
  const isSame = here?.gpu === variant.gpu && variant.languages?.join() === here.languages?.join();
  return (
    isSame && engineState(enginesDir, engine) === 'present' && (await findEngineFault(enginesDir, engine)) === null
  );
}

/** Engines whose files this process has compared, by the hash that they have. */
const verified = new Map<string, string>();

/**
 * The address of the module that runs models, in the first of these engines that is there. Every file of it is compared with
 * what is pinned, once in a process: a child process runs it. Throws `PackageError` with the command that adds the first.
 * `purpose`: the setting that asks for it.
 */
export async function engineModule(
  enginesDir: string,
  names: readonly [EngineName, ...EngineName[]],
  purpose: string,
): Promise<string> {
  const engines = names.flatMap((name) => findEngine(name) ?? []);
  const engine = engines.find((each) => engineState(enginesDir, each) === 'present');
  if (engine === undefined) {
    const outdated = engines.find((each) => engineState(enginesDir, each) === 'outdated');
    const what = outdated
      ? `another version of the engine ${outdated.name} than the one in ${engineFolder(enginesDir, outdated.name)}`
      : `the engine ${names[0]}`;
    throw new PackageError(
      `${purpose} needs ${what}. Add it with: ${replaceCommand(enginesDir, outdated ?? { name: names[0] })}`,
    );
  }
  const fault = await findEngineFault(enginesDir, engine);
  if (fault !== null) throw new PackageError(`${fault} Replace it with: ${replaceCommand(enginesDir, engine)}`);
  return pathToFileURL(join(engineFolder(enginesDir, engine.name), engine.module)).href;
}

/** Whether text recognition has been added, in the version that this Footnote needs. Does not read its files. */
export function hasTextRecognition(enginesDir: string): boolean {
  const engine = findEngine('ocr');
  return engine !== null && engineState(enginesDir, engine) === 'present';
}

/**
 * Where text recognition is, with its languages; null if it has not been added. Throws `PackageError` if it is of another
 * version or not what is pinned.
 */
export async function findTextRecognition(enginesDir: string): Promise<TextRecognition | null> {
  const engine = findEngine('ocr');
  const installed = engine && installedEngine(enginesDir, engine);
  if (!installed) return null;
  const module = await engineModule(enginesDir, ['ocr'], 'Text recognition');
  return { modules: dirname(dirname(fileURLToPath(module))), languages: installed.languages ?? [] };
}

/**
 * The address of ONNX Runtime's native module, which the engine `transformers` contains; null if that has not been added. Throws
 * `PackageError` if it is of another version or not what is pinned.
 */
export async function findNativeRuntime(enginesDir: string): Promise<string | null> {
  if (!installedEngine(enginesDir, { name: 'transformers' })) return null;
  await engineModule(enginesDir, ['transformers'], 'The native runtime of the reader');
  return pathToFileURL(join(engineFolder(enginesDir, 'transformers'), NATIVE_RUNTIME)).href;
}

/** Compares every file of an engine with what is pinned. Null if it is the pinned one, otherwise a sentence. */
export async function findEngineFault(enginesDir: string, engine: EnginePackage): Promise<string | null> {
  const folder = engineFolder(enginesDir, engine.name);
  const note = installedEngine(enginesDir, engine);
  if (note === null) return `The engine ${engine.name} is not in ${folder}.`;
  const pinned = await pinnedContents(engine, note);
  if (pinned !== undefined && verified.get(folder) === pinned.sha256) return null;
  const found = await hashContents(join(folder, MODULES)).catch((error: Error) => error.message);
  if (found !== pinned?.sha256) return `The files of the engine ${engine.name} in ${folder} are not the pinned ones.`;
  verified.set(folder, found);
  return null;
}
