import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the engines that all tests share, and the address at which tests ask for one to be added. */
    engines: { folder: string; door: string };
  }
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/footnote-engines');

/** Adds an engine as an operator does; nothing is downloaded if it is there. Null, or why it could not be added. */
async function add(name: string): Promise<string | null> {
  const { OFFLINE: _, ...env } = process.env;
  const words = ['server/dist/main.js', 'engines', 'add', name];
  const command = promisify(execFile)(process.execPath, words, { cwd: ROOT, env: { ...env, ENGINES_DIR: FOLDER } });
  return command.then(
    () => null,
    ({ stderr, message }) => String(stderr || message).trim(),
  );
}

/** Runs before all tests. Each engine is added at the first request for it, so that a run that needs none downloads nothing. */
export async function setup(project: TestProject): Promise<() => void> {
  const added = new Map<string, Promise<string | null>>();
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1);
    const adding = added.get(name) ?? add(name);
    added.set(name, adding);
    const fault = await adding;
    response.writeHead(fault === null ? 200 : 503).end(fault ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const door = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  project.provide('engines', { folder: FOLDER, door });
  return () => void server.close();
}
