import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MILLISECONDS_PER_TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The numbers of a stat file after the name in brackets, which may contain spaces. Empty if the process has ended. */
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
/** The times of children that have ended. */
const USED_BY_CHILDREN = [13, 14];

const sum = (values: number[], at: number[]) => at.reduce((total, index) => total + (values[index] ?? 0), 0);

/** The processor time of a process's first thread and of its other threads, in milliseconds. */
export function threadTimes(pid: number): { main: number; others: number } {
  const main = sum(statistics(`/proc/${pid}/task/${pid}/stat`), USED) * MILLISECONDS_PER_TICK;
  return { main, others: sum(statistics(`/proc/${pid}/stat`), USED) * MILLISECONDS_PER_TICK - main };
}

/** The processor time of a process and its descendants, including ended ones, in milliseconds. */
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

/** The parent of a process. */
export const parentOf = (pid: number): number => statistics(`/proc/${pid}/stat`)[PARENT] ?? 0;

/** The processes that a process has started, and theirs. */
export function descendantsOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = all.map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }));
  const below = (root: number): number[] =>
    parents.filter(({ parent }) => parent === root).flatMap((child) => [child.pid, ...below(child.pid)]);
  return below(pid);
}

const PROBE_MS = 200;

/** The share of a processor that a busy thread currently gets, from 0 to 1. */
export function shareOfProcessor(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  while (performance.now() - began < PROBE_MS);
  const { user, system } = process.cpuUsage(used);
  return Math.min(1, (user + system) / 1000 / (performance.now() - began));
}
