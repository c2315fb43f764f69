import { commandLine } from '../platform/program/command-line.ts';
import { formatBytes } from '../platform/text/format-bytes.ts';
import { type Finding, findings } from './finding.ts';

/** The facts that the checks of the machine need. */
export interface MachineFacts {
  /** Without a "v". */
  node: string;
  cores: number;
  /** As Node names it: `x64`. */
  architecture: string;
  /** The processor's features as the system lists them; null if it does not. */
  processorFlags: string[] | null;
  /** Bytes of memory that this process may use, and how many of them are free. */
  memory: { total: number; free: number };
  /** The memory that the models in use take, in bytes. */
  modelMemory: number;
}

/** Bytes for the server without models, and for documents being parsed at the same time. */
const OWN_MEMORY = 1e9;

/** Checks Node, the processor and the memory. */
export function checkMachine(facts: MachineFacts): Finding[] {
  return [checkNode(facts), checkProcessor(facts), checkMemory(facts)];
}

function checkNode({ node }: MachineFacts): Finding {
  const { ok, problem } = findings('Node.js');
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 7)) return ok(`Version ${node}.`);
  return problem(`Version ${node} is older than 24.7, which Footnote needs.`, 'Install Node.js 24.7 or newer.');
}

function checkProcessor({ cores, architecture, processorFlags, modelMemory }: MachineFacts): Finding {
  const { ok, warning, problem } = findings('processor');
  if (architecture !== 'x64' && architecture !== 'arm64') {
    return problem(`It is ${architecture}.`, 'Use a machine with x64 or arm64.');
  }
  if (modelMemory > 0 && architecture === 'x64' && processorFlags !== null && !processorFlags.includes('avx2')) {
    return warning(
      'The processor has no AVX2, so local models are several times slower.',
      'Use a newer machine, or a model server.',
    );
  }
  if (cores < 2)
    return warning('There is only one core: processing documents slows down answers.', 'Give the server two cores.');
  return ok(`${cores} cores, ${architecture}.`);
}

function checkMemory({ memory, modelMemory }: MachineFacts): Finding {
  const { ok, warning, problem } = findings('memory');
  const needed = OWN_MEMORY + modelMemory;
  const have = `${formatBytes(memory.total)} in all, ${formatBytes(memory.free)} free`;
  const models = modelMemory > 0 ? `, ${formatBytes(modelMemory)} of it for models` : '';
  if (memory.total < needed) {
    return problem(
      `${have}; about ${formatBytes(needed)} are needed${models}.`,
      modelMemory > 0 ? `Choose smaller models (${commandLine('models list')}), or add memory.` : 'Add memory.',
    );
  }
  if (memory.free < 300e6) return warning(`${have}.`, 'Find out what else uses it: processing documents may fail.');
  return ok(`${have}.`);
}
