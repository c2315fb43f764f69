import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { LIMIT_MS } from '../timing/until.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs a command of an example in the root of the repository with additional variables. Resolves even if it fails. */
export function runExample(
  command: string,
  parameters: string[],
  env: Record<string, string>,
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env }, timeout: LIMIT_MS, maxBuffer: 2 ** 24 };
    execFile(command, parameters, options, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}
