import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '@footnote/sdk/contract';
import type { Env } from '../config/env.ts';
import { isWebAddress } from '../platform/web-address.ts';

/** The API of a running server, for one project. */
export interface ProjectApi {
  /** Downloads a file; `path` is below `/v1`. */
  download(path: string): Promise<Blob>;
  /**
   * Sends a request; `path` is below the project. Waits where the server asks for it, and tries again what was not answered, so it
   * is for what may be done twice.
   */
  call<Answer>(method: 'GET' | 'POST', path: string, body?: (() => Promise<FormData>) | object): Promise<Answer>;
}

/** The server has refused a request; the message is its own. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, { code, detail }: ErrorBody) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

const ATTEMPTS = 8;
const LONGEST_WAIT_MS = 90_000;

export interface Connection {
  /** The address of the server, with or without `/v1`. */
  server: URL;
  apiKey: string;
  projectId: string;
  signal: AbortSignal;
}

export function createProjectApi({ server, apiKey, projectId, signal }: Connection): ProjectApi {
  const root = `${server.href.replace(/\/(?:v1\/?)?$/, '')}/v1`;
  const wait = (attempt: number, seconds: number) =>
    sleep(Math.min(LONGEST_WAIT_MS, seconds > 0 ? seconds * 1000 : 250 * 2 ** attempt), undefined, { signal });

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body?: Parameters<ProjectApi['call']>[2],
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const sent = await bodyOf(body);
        const headers = { 'x-api-key': apiKey, ...sent.headers };
        const init = { method, headers, signal, redirect: 'error' as const };
        const response = await fetch(root + path, sent.body === undefined ? init : { ...init, body: sent.body });
        if (response.ok) return response;
        const refused = new RefusedError(response.status, await errorOf(response));
        if (attempt === ATTEMPTS || (response.status !== 429 && response.status < 500)) throw refused;
        await wait(attempt, Number(response.headers.get('retry-after')));
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RefusedError) throw error;
        if (attempt === ATTEMPTS) throw new Error(`${server.origin} does not answer.`, { cause: error });
        await wait(attempt, 0);
      }
    }
  }

  return {
    download: async (path) => (await send('GET', path)).blob(),
    call: async (method, path, body) =>
      (await send(method, `/projects/${encodeURIComponent(projectId)}${path}`, body)).json() as never,
  };
}

async function bodyOf(body: (() => Promise<FormData>) | object | undefined) {
  if (body === undefined) return { headers: {}, body: undefined };
  if (typeof body === 'function') return { headers: {}, body: await body() };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The server, project and key of the options and settings. `rights`: what the key has to be allowed. */
export function connectionOf(
  { server, project }: { server?: string | undefined; project?: string | undefined },
  { client }: Env,
  rights: string,
  signal: AbortSignal,
): Connection {
  const projectId = project ?? client.project;
  if (client.apiKey === null) throw new Error(`set FOOTNOTE_API_KEY to a key of the project that may ${rights}.`);
  if (projectId === null) throw new Error('name the project with --project, or set FOOTNOTE_PROJECT.');
  return { server: addressOf('--server', server ?? client.url), apiKey: client.apiKey, projectId, signal };
}

/** An address of an option, without its query and fragment. */
export function addressOf(option: string, text: string): URL {
  if (!isWebAddress(text))
    throw new Error(`${option} must be an http or https address, such as https://docs.example.com.`);
  const url = new URL(text);
  url.search = '';
  url.hash = '';
  return url;
}

/** The body of an error; of one that a proxy has sent, only the status is known. */
async function errorOf(response: Response): Promise<ErrorBody> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  return body?.code ? body : { code: 'unknown', detail: `The server answered with the status ${response.status}.` };
}
