import { totalmem } from 'node:os';

/** The memory that the process may use, in bytes: the machine's, or less in a container with a limit. */
export function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
