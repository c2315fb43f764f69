import { availableParallelism, totalmem } from 'node:os';

/**
 * One less than the processors available to this process (cgroup limits included), which leaves one to the server. More
 * threads are much slower: the engines' threads spin while they wait for each other.
 */
export const ENGINE_THREADS = Math.max(1, availableParallelism() - 1);

/** Three quarters of the memory that this process may use, in bytes. A container may have less than its machine; 0: as much. */
export const ENGINE_MEMORY = 0.75 * Math.min(totalmem(), process.constrainedMemory() || totalmem());
