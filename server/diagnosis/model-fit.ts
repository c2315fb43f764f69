import { modelSize } from '../engines/catalogue/model-catalogue.ts';
import { ARCHITECTURES, GLIBC_NEEDED, memoryNeeded } from '../engines/catalogue/model-needs.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { addCommand } from '../engines/packages/engine-folder.ts';
import { ENGINES_FOR } from '../engines/packages/engine-packages.ts';
import { formatBytes } from '../platform/text/format-bytes.ts';
import { type Finding, findings } from './finding.ts';
import type { MachineFacts } from './machine.ts';

/** The facts that decide whether a model can run on a machine. */
export interface FitFacts extends Pick<MachineFacts, 'architecture' | 'processorFlags' | 'memory'> {
  /** As Node names it: `linux`. */
  platform: string;
  /** The version of the GNU C library; null if the system has another one. */
  glibc: string | null;
  /** Free bytes for models, and their folder. */
  disk: { folder: string; free: number };
  /** Bytes of the model that are yet to be downloaded. */
  missing: number;
  /** The memory that one model may take, in bytes. */
  allowed: number;
  /** Whether an engine that runs the model has been added. */
  installed: boolean;
}

/**
 * Says what speaks against a model on this machine. A problem: it would surely fail. A warning: it may be slow or fail.
 * Empty if nothing does.
 */
export function checkModelFit(model: Model, facts: FitFacts): Finding[] {
  return [checkDisk(model, facts), checkMemory(model, facts), checkProcessor(facts), checkSystem(model, facts)].flat();
}

function checkDisk({ name }: Model, { disk, missing }: FitFacts): Finding[] {
  if (disk.free >= missing) return [];
  return [
    findings('disk').problem(
      `${formatBytes(missing)} of ${name} are to be downloaded, and the disk of ${disk.folder} has ${formatBytes(disk.free)} free.`,
      'Free some space, or set MODELS_DIR to a folder on another disk.',
    ),
  ];
}

const needs = (model: Model) => `${model.name} needs about ${formatBytes(memoryNeeded(model))} of memory`;

/** Whether a model gets the memory that it needs. */
export function checkAllowance(model: Model, allowed: number): Finding[] {
  if (memoryNeeded(model) <= allowed) return [];
  return [
    findings('memory').warning(
      `${needs(model)}, and a model may take ${formatBytes(allowed)} here: it may fail to load.`,
      'Choose a smaller model, add memory, or set MODEL_MEMORY_MB higher.',
    ),
  ];
}

function checkMemory(model: Model, { memory, allowed }: FitFacts): Finding[] {
  const { problem, warning } = findings('memory');
  if (memory.total < modelSize(model)) {
    const found = `${needs(model)}, and this machine has ${formatBytes(memory.total)}.`;
    return [problem(found, 'Choose a smaller model, or add memory.')];
  }
  const tooMuch = checkAllowance(model, allowed);
  if (tooMuch.length > 0 || memory.free >= memoryNeeded(model)) return tooMuch;
  return [
    warning(
      `${needs(model)}, and ${formatBytes(memory.free)} of this machine's ${formatBytes(memory.total)} are free now.`,
      'Find out what else uses memory before you start the server with it.',
    ),
  ];
}

function checkProcessor({ architecture, processorFlags }: FitFacts): Finding[] {
  const { problem, warning } = findings('processor');
  const advice = 'Use another machine, or a model server.';
  if (!ARCHITECTURES.includes(architecture)) {
    return [problem(`Models run on ${ARCHITECTURES.join(' and ')}, and this machine is ${architecture}.`, advice)];
  }
  if (architecture !== 'x64' || processorFlags === null || processorFlags.includes('avx2')) return [];
  return [warning('The processor has no AVX2, so models are several times slower.', advice)];
}

function checkSystem({ runtime }: Model, { platform, glibc, installed }: FitFacts): Finding[] {
  const { problem, warning } = findings('system');
  const oldest = GLIBC_NEEDED[runtime];
  const [name] = ENGINES_FOR[runtime];
  const found: Finding[] = [];
  if (platform === 'linux' && (glibc === null || isOlder(glibc, oldest))) {
    const here = glibc === null ? 'this system has another C library' : `this system has version ${glibc}`;
    found.push(
      problem(
        `The engine ${name} needs the GNU C library in version ${oldest} or newer, and ${here}.`,
        'Use a newer system, such as Debian 12, or the container image.',
      ),
    );
  }
  if (!installed) {
    found.push(warning(`The engine ${name}, which runs this model, is not installed.`, `Add it: ${addCommand(name)}`));
  }
  return found;
}

function isOlder(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
