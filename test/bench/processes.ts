import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Linux keeps these books for every process; elsewhere the measurements that need them call themselves unknown.
const LINUX = process.platform === 'linux';
const TICKS_PER_SECOND = LINUX ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : Number.NaN;

/** Microseconds of processor time that a process has used so far, all its threads together. NaN off Linux. */
export function cpuMicroseconds(pid: number): number {
  if (!LINUX) return Number.NaN;
  // The second field, the name in brackets, may hold spaces; counting begins behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1e6;
}

/** Megabytes of memory that a process holds. NaN off Linux. */
export function residentMegabytes(pid: number): number {
  if (!LINUX) return Number.NaN;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Megabytes of them that are its own, without the pages of files that it has mapped. NaN off Linux. */
export function ownMegabytes(pid: number): number {
  if (!LINUX) return Number.NaN;
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
