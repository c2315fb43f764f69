import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchedSource, BatchReport, ErrorBody, List, Source, SourceStatus } from '@footnote/sdk/contract';
import type { LocalFile } from './read-folder.ts';

/** The part of a server's API that a sync needs, for one project. */
export interface SyncApi {
  /** All sources of the project, or those with a status, in parts as the server lists them. */
  sources(status?: SourceStatus): AsyncGenerator<Source[]>;
  /** Sends files, and the external ids of sources to remove. */
  batch(files: LocalFile[], metadata: Record<string, string> | null, remove: string[]): Promise<BatchReport>;
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

const PAGE = 100;
const ATTEMPTS = 8;
const LONGEST_WAIT_MS = 90_000;

interface Connection {
  /** The address of the server, with or without `/v1`. */
  server: URL;
  apiKey: string;
  projectId: string;
  signal: AbortSignal;
}

export function createSyncApi({ server, apiKey, projectId, signal }: Connection): SyncApi {
  const root = `${server.href.replace(/\/(?:v1\/?)?$/, '')}/v1/projects/${encodeURIComponent(projectId)}/sources`;

  /** Waits where the server asks for it, and tries again what was not answered: nothing here is done twice. */
  async function call<Answer>(method: 'GET' | 'POST', path: string, body?: () => Promise<FormData>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const form = body && (await body());
        const init = { method, headers: { 'x-api-key': apiKey }, signal, redirect: 'error' as const };
        const response = await fetch(root + path, form ? { ...init, body: form } : init);
        if (response.ok) return (await response.json()) as Answer;
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

  const wait = (attempt: number, seconds: number) =>
    sleep(Math.min(LONGEST_WAIT_MS, seconds > 0 ? seconds * 1000 : 250 * 2 ** attempt), undefined, { signal });

  return {
    async *sources(status) {
      const filter = status === undefined ? '' : `&status=${status}`;
      for (let offset = 0; ; offset += PAGE) {
        const { items, total } = await call<List<Source>>('GET', `?limit=${PAGE}&offset=${offset}${filter}`);
        yield items;
        if (items.length === 0 || offset + items.length >= total) return;
      }
    },

    batch: (files, metadata, remove) => call('POST', '/batch', () => formOf(files, metadata, remove)),
  };
}

async function formOf(
  files: LocalFile[],
  metadata: Record<string, string> | null,
  remove: string[],
): Promise<FormData> {
  const form = new FormData();
  for (const { file, externalId } of files) form.append('files', await openAsBlob(file), externalId);
  const said = files.map(
    ({ externalId, url }): BatchedSource => ({
      name: externalId,
      ...(url !== null && { url }),
      ...(metadata && { metadata }),
    }),
  );
  form.append('sources', JSON.stringify(said));
  form.append('remove', JSON.stringify(remove));
  return form;
}

/** The body of an error; of one that a proxy has sent, only the status is known. */
async function errorOf(response: Response): Promise<ErrorBody> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  return body?.code ? body : { code: 'unknown', detail: `The server answered with the status ${response.status}.` };
}
