import { constants, getPriority, setPriority } from 'node:os';

/** To a fifteenth of the server's share: answers come before ingestion, which must not starve on a busy machine. */
const NICER_BY = 12;

/**
 * Lets answers go before what this process does. To be called at once after its start, as only the threads that it starts
 * afterwards follow. Where the system does not allow it, the process keeps its priority.
 */
export function lowerPriority({ pid }: { readonly pid?: number | undefined }): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(getPriority() + NICER_BY, constants.priority.PRIORITY_LOW));
  } catch {
    return;
  }
}
