import { childrenOf } from '../../helpers/processes/child-processes.ts';
import { threadMicroseconds } from '../bench/processes.ts';

const PROGRAMS = ['transformers-embedder-child', 'reader-child'];

/** The processes that models run in here. */
export const modelProcesses = (): number[] => PROGRAMS.flatMap((program) => childrenOf(process.pid, program));

/** The processor time of this process and of its models so far, in milliseconds. A busy machine changes little of it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return modelProcesses().reduce((sum, child) => sum + threadMicroseconds(child), user + system) / 1000;
}
