import { availableParallelism } from 'node:os';
import { usableMemory } from '../../platform/program/usable-memory.ts';

/** The processors and the memory in bytes that this process may use. */
export const MACHINE = {
  processors: availableParallelism(),
  memory: usableMemory(),
};

/**
 * One less than the processors available to this process (cgroup limits included), which leaves one to the server. More
 * threads are much slower: the engines' threads spin while they wait for each other.
 */
export const ENGINE_THREADS = Math.max(1, MACHINE.processors - 1);

/** Three quarters of the memory that this process may use, in bytes. */
export const ENGINE_MEMORY = 0.75 * MACHINE.memory;
