import { readFileSync } from 'node:fs';

/** The processes that this one has started and that run the program of that name. Only on Linux. */
export function childrenOf(pid: number, program: string): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
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
