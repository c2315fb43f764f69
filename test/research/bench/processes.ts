import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

// Only Linux has these statistics. On other systems, the measurements that need them are reported as unknown.
const LINUX = process.platform === 'linux';
const TICKS_PER_SECOND = LINUX ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : Number.NaN;

/** How reading fails of a thread that has ended: before its file is opened, or after. */
const ENDED = new Set(['ENOENT', 'ESRCH']);

/** The processor time of all threads of a process in microseconds. NaN if the system is not Linux. */
export function cpuMicroseconds(pid: number): number {
  if (!LINUX) return Number.NaN;
  // The second field, the name in brackets, may contain spaces. Fields are counted after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/**
 * The processor time of the living threads of a process in microseconds, more finely than `cpuMicroseconds`. NaN if the
 * system is not Linux.
 */
export const threadMicroseconds = (pid: number): number => scheduled(pid).ran;

/** Microseconds that the living threads of a process ran, and that they waited for a processor. NaN if the system is not Linux. */
export function scheduled(pid: number): { ran: number; waited: number } {
  if (!LINUX) return { ran: Number.NaN, waited: Number.NaN };
  const threads = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const times = threadTimes(pid, thread);
    return times ? [times] : [];
  });
  const sum = (field: number) => threads.reduce((total, times) => total + (times[field] ?? 0), 0) / 1000;
  return { ran: sum(0), waited: sum(1) };
}

/** Nanoseconds that a thread ran, and that it waited for a processor; null if it has ended since it was listed. */
export function threadTimes(pid: number, thread: string): number[] | null {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ').map(Number);
  } catch (cause) {
    if (ENDED.has(String((cause as NodeJS.ErrnoException).code))) return null;
    throw cause;
  }
}

/** The resident memory of a process in megabytes. NaN if the system is not Linux. */
export function residentMegabytes(pid: number): number {
  if (!LINUX) return Number.NaN;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The resident memory without mapped files, in megabytes. NaN if the system is not Linux. */
export function ownMegabytes(pid: number): number {
  if (!LINUX) return Number.NaN;
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
