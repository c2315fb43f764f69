import { type Footnote, RateLimitError, type Source } from '@footnote/sdk';
import type { App } from '../../app.ts';
import { createUploadFetch } from './upload-fetch.ts';

/** A file that is being uploaded. */
export interface Upload {
  /** The idempotency key, the same for every attempt. */
  readonly key: string;
  readonly file: File;
  state: 'waiting' | 'sending' | 'refused';
  /** How much of it has been sent, from 0 to 1. */
  sent: number;
  /** Why the server did not take it. */
  error: unknown;
}

/**
 * Uploads the files of a project one after the other, as fast as the server's rate limit allows. Fires `changed` on progress,
 * and `added` when the server has accepted a file.
 */
export class UploadQueue extends EventTarget {
  readonly #client: Footnote;
  readonly #project: string;
  #sending: { upload: Upload; stop: AbortController } | null = null;
  #running = false;
  uploads: readonly Upload[] = [];
  /** The server's limit of files per minute; null if unknown or unlimited. */
  perMinute: number | null = null;
  /** The earliest time for the next upload, in milliseconds since 1970. */
  resumesAt = 0;
  /** The number of accepted files since the queue was last empty. */
  taken = 0;

  constructor(client: Footnote, project: string) {
    super();
    this.#client = client;
    this.#project = project;
  }

  /** Files that are still to be sent, including the current one. */
  get open(): readonly Upload[] {
    return this.uploads.filter(({ state }) => state !== 'refused');
  }

  add(files: readonly File[]): void {
    if (this.open.length === 0) this.taken = 0;
    const added = files.map((file): Upload => ({ key: randomKey(), file, state: 'waiting', sent: 0, error: null }));
    this.uploads = [...this.uploads, ...added];
    void this.#run();
  }

  /** Removes a file from the queue, even while it is being sent. */
  cancel(upload: Upload): void {
    this.uploads = this.uploads.filter((other) => other !== upload);
    if (this.#sending?.upload === upload) this.#sending.stop.abort();
    this.#changed();
  }

  cancelAll(): void {
    for (const upload of this.uploads) this.cancel(upload);
  }

  /** Sends a rejected file again. */
  retry(upload: Upload): void {
    upload.state = 'waiting';
    upload.error = null;
    void this.#run();
  }

  async #run(): Promise<void> {
    this.#changed();
    if (this.#running) return;
    this.#running = true;
    addEventListener('beforeunload', stay);
    for (let next = this.#next(); next; next = this.#next()) {
      const wait = this.resumesAt - Date.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 1000)));
      else await this.#send(next);
    }
    removeEventListener('beforeunload', stay);
    this.#running = false;
  }

  #next(): Upload | undefined {
    return this.uploads.find(({ state }) => state === 'waiting');
  }

  async #send(upload: Upload): Promise<void> {
    const stop = new AbortController();
    this.#sending = { upload, stop };
    Object.assign(upload, { state: 'sending', sent: 0 });
    this.#changed();
    try {
      const source = await this.#clientFor(upload).sources.upload(
        { file: upload.file, project_id: this.#project },
        { signal: stop.signal, idempotencyKey: upload.key, timeout: Number.POSITIVE_INFINITY, maxRetries: 0 },
      );
      this.taken += 1;
      this.uploads = this.uploads.filter((other) => other !== upload);
      this.dispatchEvent(new CustomEvent<Source>('added', { detail: source }));
    } catch (error) {
      if (RateLimitError.isInstance(error)) {
        this.resumesAt = Math.max(this.resumesAt, Date.now() + (error.retryAfter ?? 10) * 1000);
        upload.state = 'waiting';
      } else Object.assign(upload, { state: 'refused', error });
    }
    this.#sending = null;
    this.#changed();
  }

  #clientFor(upload: Upload): Footnote {
    const fetch = createUploadFetch({
      sent: (share) => {
        upload.sent = share;
        this.#changed();
      },
      limited: ({ perMinute, left, resetIn }) => {
        this.perMinute = perMinute;
        if (left === 0) this.resumesAt = Date.now() + resetIn;
      },
    });
    return this.#client.withOptions({ fetch });
  }

  #changed(): void {
    this.dispatchEvent(new Event('changed'));
  }
}

const queues = new WeakMap<App, Map<string, UploadQueue>>();

/** The queue of a project. It continues on other pages and ends with the session. */
export function uploadsOf(app: App, project: string): UploadQueue {
  let ofApp = queues.get(app);
  if (!ofApp) {
    const fresh = new Map<string, UploadQueue>();
    ofApp = fresh;
    queues.set(app, fresh);
    app.session.addEventListener('changed', () => {
      if (app.session.signedIn) return;
      for (const queue of fresh.values()) queue.cancelAll();
      fresh.clear();
    });
  }
  let queue = ofApp.get(project);
  if (!queue) {
    queue = new UploadQueue(app.client, project);
    ofApp.set(project, queue);
  }
  return queue;
}

/** Makes the browser ask before the tab is closed while files wait. */
const stay = (event: BeforeUnloadEvent) => event.preventDefault();

const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
