import { readFile } from 'node:fs/promises';

const INTERVAL_MS = 500;

/**
 * Calls `onExceeded` once a process has more memory of its own than the limit, in bytes. A file that is only mapped into
 * memory does not count, as the system can drop it. Works on Linux; elsewhere it does nothing. Returns a function that stops it.
 */
export function watchMemory(pid: number, limit: number, onExceeded: (bytes: number) => void): () => void {
  const timer = setInterval(async () => {
    const bytes = await ownMemory(pid);
    if (bytes === null || bytes <= limit) return;
    clearInterval(timer);
    onExceeded(bytes);
  }, INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** In memory or swapped out, in bytes; null if the system does not tell or the process has ended. */
async function ownMemory(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  const own = kilobytes('RssAnon');
  return own === 0 ? null : (own + kilobytes('VmSwap')) * 1024;
}
