import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { freePort, type ServerProcess, startServer } from '../../../examples/demo/server-process.ts';

/** With a trusted proxy, a bench can send requests from many addresses. */
const NO_LIMITS = { RATE_LIMIT_GENERAL: '0', RATE_LIMIT_CHAT: '0', RATE_LIMIT_INGESTION: '0', TRUST_PROXY: '1' };

/** The server that is built here. */
export const PROGRAM = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

/** A server to measure, with an account, a project and its key. */
export interface Subject {
  server: ServerProcess;
  projectId: string;
  accessToken: string;
  apiKey: string;
  /** A client with the API key. */
  footnote: Footnote;
}

/** Runs some work with a fresh data directory and removes it afterwards. */
export async function withDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-bench-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Starts the real server, or the program of another build, without rate limits on a data directory. */
export async function startSubject(
  dataDirectory: string,
  settings: Record<string, string> = {},
  program = PROGRAM,
): Promise<ServerProcess> {
  const environment = { ...NO_LIMITS, ...settings };
  return startServer({ dataDirectory, port: await freePort(18_787), environment, program });
}

/** Runs some work with a new server with one project, and stops it afterwards. */
export async function withSubject<Result>(
  directory: string,
  work: (subject: Subject) => Promise<Result>,
  settings: Record<string, string> = {},
  program = PROGRAM,
): Promise<Result> {
  const server = await startSubject(directory, settings, program);
  try {
    const baseURL = `${server.origin}/v1`;
    const account = { email: 'bench@example.com', password: 'a password for the bench' };
    const guest = new Footnote({ baseURL });
    await guest.auth.register({ ...account, name: 'Bench', setup_token: server.setupToken });
    const accessToken = (await guest.auth.login(account)).access_token;
    const owner = new Footnote({ baseURL, accessToken });
    const project = await owner.projects.create({ name: 'Bench', allowed_origins: ['https://bench.example'] });
    const { key } = await owner.projects.apiKeys.create(project.id);
    const footnote = new Footnote({ baseURL, apiKey: key });
    return await work({ server, projectId: project.id, accessToken, apiKey: key, footnote });
  } finally {
    await server.stop();
  }
}

/** Uploads a file and waits until its source is completed. Returns the number of its chunks. Throws if it fails. */
export async function ingest(subject: Subject, bytes: Uint8Array, name: string): Promise<number> {
  const { id } = await subject.footnote.sources.upload({ file: new File([new Uint8Array(bytes)], name) });
  for (;;) {
    await sleep(50);
    const source = await subject.footnote.sources.retrieve(id);
    if (source.status === 'completed') return source.chunks_count;
    if (source.status === 'failed') throw new Error(`${name}: ${source.error?.message}`);
  }
}
