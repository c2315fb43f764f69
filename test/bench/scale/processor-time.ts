import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MILLISECONDS_PER_TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The numbers of a stat file behind the name in brackets, which may hold spaces; empty where the process is gone. */
function statistics(path: string): number[] {
  try {
    return readFileSync(path, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

const PARENT = 1;
const USED = [11, 12];
/** Of children that have ended. */
const USED_BY_CHILDREN = [13, 14];

const sum = (values: number[], at: number[]) => at.reduce((total, index) => total + (values[index] ?? 0), 0);

/** Milliseconds of processor time so far: of a process's first thread, and of all its others. */
export function threadTimes(pid: number): { main: number; others: number } {
  const main = sum(statistics(`/proc/${pid}/task/${pid}/stat`), USED) * MILLISECONDS_PER_TICK;
  return { main, others: sum(statistics(`/proc/${pid}/stat`), USED) * MILLISECONDS_PER_TICK - main };
}

/** Milliseconds of processor time so far, of a process and all that it has started, also of those that have ended. */
export function treeTime(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), values: statistics(`/proc/${name}/stat`) }));
  const timeOf = (root: number): number => {
    const own = all.find((one) => one.pid === root)?.values ?? [];
    const children = all.filter(({ values }) => values[PARENT] === root);
    return children.reduce((total, child) => total + timeOf(child.pid), sum(own, [...USED, ...USED_BY_CHILDREN]));
  };
  return timeOf(pid) * MILLISECONDS_PER_TICK;
}

/** The process that has started this one. */
export const parentOf = (pid: number): number => statistics(`/proc/${pid}/stat`)[PARENT] ?? 0;

const PROBE_MS = 200;

/** How much of a processor a busy thread gets at present, beside whatever else this machine does: from 0 to 1. */
export function shareOfProcessor(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  while (performance.now() - began < PROBE_MS);
  const { user, system } = process.cpuUsage(used);
  return Math.min(1, (user + system) / 1000 / (performance.now() - began));
}
