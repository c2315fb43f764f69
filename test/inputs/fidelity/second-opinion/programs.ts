import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../../../helpers/processes/executable.ts';

export const isInstalled = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, name)));

/** What a program prints; null where it fails or takes too long. */
export const outputOf = (program: string, words: string[], seconds: number): Promise<string | null> =>
  new Promise((resolve) => {
    const options = { timeout: seconds * 1000, maxBuffer: 50e6, killSignal: 'SIGKILL' as const };
    execFile(program, words, options, (error, output) => resolve(error ? null : output));
  });
