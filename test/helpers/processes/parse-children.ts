import { readdirSync, readFileSync } from 'node:fs';

/** The parser processes of this process, oldest first. Linux only. */
export function parseChildren(): string[] {
  return readdirSync(`/proc/${process.pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parser-process'))
    .sort((one, other) => Number(one) - Number(other));
}
