import { readdirSync, readFileSync } from 'node:fs';

/** The processes that this one's threads have started and that run the program of that name. Only on Linux. */
export function childrenOf(pid: number, program: string): number[] {
  const children = readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter(Boolean)
    .map(Number);
  return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program));
}

/** Not one that has ended and that nobody has asked how. */
export function lives(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
