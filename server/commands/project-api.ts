import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '@footnote/sdk/contract';
import type { Env } from '../config/env.ts';
import { isWebAddress } from '../platform/network/web-address.ts';
import { withoutEnd } from '../platform/text/trim-ends.ts';
import type { Command } from './command.ts';

const SLASH = /\//;

/** The API of a running server, for one project. */
export interface ProjectApi {
  /** Downloads a file; `path` is below `/v1`. */
  download(path: string): Promise<Blob>;
  /**
   * Sends a request; `path` is below the project. Waits where the server asks for it, and tries again what was not answered, which
   * may then be done twice, unless it is sent `once`. `signal` replaces that of the command.
   */
  call<Answer>(method: Method, path: string, body?: Body, options?: SendOptions): Promise<Answer>;
}

type Method = 'GET' | 'POST' | 'DELETE';
type Body = (() => Promise<FormData>) | object | undefined;
interface SendOptions {
  once?: boolean;
  signal?: AbortSignal;
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
/** From this pause on, people are told of it. */
const NOTICED_MS = 2000;

export interface Connection {
  /** The address of the server, with or without `/v1`. */
  server: URL;
  /** The header that holds the credential. */
  credential: { 'x-api-key': string } | { authorization: string };
  projectId: string;
  signal: AbortSignal;
}

/** `say`: told why the command waits, where that takes longer than a moment. */
export function createProjectApi(
  { server, credential, projectId, signal: ofCommand }: Connection,
  say: Command['say'],
): ProjectApi {
  const root = `${serverRoot(server.href)}/v1`;
  const wait = (reason: string, attempt: number, seconds: number, signal: AbortSignal) => {
    const pause = Math.min(LONGEST_WAIT_MS, seconds > 0 ? seconds * 1000 : 250 * 2 ** attempt);
    if (pause >= NOTICED_MS) say(`${reason} Trying again in ${Math.ceil(pause / 1000)} s …`);
    return sleep(pause, undefined, { signal });
  };

  async function send(
    method: Method,
    path: string,
    body?: Body,
    { once = false, signal = ofCommand }: SendOptions = {},
  ): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const sent = await bodyOf(body);
        const headers = { ...credential, ...sent.headers };
        const init = { method, headers, signal, redirect: 'error' as const };
        const response = await fetch(root + path, sent.body === undefined ? init : { ...init, body: sent.body });
        if (response.ok) return response;
        const refused = new RefusedError(response.status, await errorOf(response, root));
        // A refusal for now (429) has done nothing.
        const mayTryAgain = response.status === 429 || (response.status >= 500 && !once);
        if (attempt === ATTEMPTS || !mayTryAgain) throw refused;
        await wait(refused.message, attempt, Number(response.headers.get('retry-after')), signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RefusedError) throw error;
        const silence = `${server.origin} does not answer.`;
        if (once || attempt === ATTEMPTS) throw new Error(silence, { cause: error });
        await wait(silence, attempt, 0, signal);
      }
    }
  }

  return {
    download: async (path) => (await send('GET', path)).blob(),
    call: async (method, path, body, options) =>
      (await send(method, `/projects/${encodeURIComponent(projectId)}${path}`, body, options)).json().catch(() => {
        throw new Error(`${root} answers, but not as a Footnote server does.`);
      }),
  };
}

async function bodyOf(body: Body) {
  if (body === undefined) return { headers: {}, body: undefined };
  // Of a form, Node.js reads all files at once, and where the command ends before it has, so does the process: with an unhandled
  // rejection. A blob is read as it is sent.
  if (typeof body === 'function') return { headers: {}, body: await new Response(await body()).blob() };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The server, project and key of the options and settings. `rights`: what the key has to be allowed. */
export function connectionOf(options: Options, { client }: Env, rights: string, signal: AbortSignal): Connection {
  if (client.apiKey === null) throw new Error(`set FOOTNOTE_API_KEY to a key of the project that may ${rights}.`);
  return { ...placeOf(options, client), credential: { 'x-api-key': client.apiKey }, signal };
}

/** The server and project of the options and settings, and the access token of the project's owner. */
export function ownerConnectionOf(options: Options, { client }: Env, signal: AbortSignal): Connection {
  if (client.token === null)
    throw new Error(
      "set FOOTNOTE_TOKEN to the access token of the project's owner, from POST /v1/auth/login. An API key may not do this.",
    );
  return { ...placeOf(options, client), credential: { authorization: `Bearer ${client.token}` }, signal };
}

interface Options {
  server?: string | undefined;
  project?: string | undefined;
}

function placeOf({ server, project }: Options, client: Env['client']): Pick<Connection, 'server' | 'projectId'> {
  const projectId = project ?? client.project;
  if (projectId === null) throw new Error('name the project with --project, or set FOOTNOTE_PROJECT.');
  return { server: addressOf('--server', server ?? client.url), projectId };
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
async function errorOf(response: Response, root: string): Promise<ErrorBody> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const detail = `${root} answers with the status ${response.status}, and not as a Footnote server does.`;
  return body?.code ? body : { code: 'unknown', detail };
}

/** The address of a server without a slash at its end and without `/v1`, which people copy with it. */
export function serverRoot(address: string): string {
  const root = withoutEnd(address, SLASH);
  return root.endsWith('/v1') ? withoutEnd(root.slice(0, -'/v1'.length), SLASH) : root;
}
