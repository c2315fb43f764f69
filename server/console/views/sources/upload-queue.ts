import { BadRequestError, type BatchEntry, type BatchReport, type Footnote, RateLimitError } from '@footnote/sdk';
import type { App } from '../../app.ts';
import { errorMessage } from '../../format.ts';
import { isUnsupported, UNSUPPORTED } from './file-formats.ts';
import type { FoundFile } from './files.ts';
import { createUploadFetch } from './upload-fetch.ts';

/** A file that is being uploaded. */
export interface Upload extends FoundFile {
  readonly key: string;
  /** `taken`: the server has it; it is listed until all are sent, so that no row moves. */
  state: 'waiting' | 'sending' | 'taken' | 'refused';
  /** Why it was not taken, and whether it may later. */
  error: { message: string; mayRetry: boolean } | null;
}

/** How many files became what, since the queue was last empty. */
export type Sent = Pick<BatchReport, 'created' | 'replaced' | 'unchanged'>;

/** A request with more counts more than once against the server's limit. */
const BATCH_BYTES = 8e6;
const BATCH_FILES = 100;
const NOTHING_SENT: Sent = { created: 0, replaced: 0, unchanged: 0 };

/**
 * Uploads the files of a project in batches, one after the other, as fast as the server's rate limit allows. What has a path
 * replaces what was sent under it before. The server reads the files by itself: once they are sent, the tab can be closed. Fires
 * `changed` on progress, `added` when the server has accepted files, a `CustomEvent<string[]>` with the ids of new and replaced
 * sources, and `sent`, a `CustomEvent<Sent>`, when all are sent.
 */
export class UploadQueue extends EventTarget {
  readonly #client: Footnote;
  readonly #project: string;
  #sending: { batch: Upload[]; stop: AbortController } | null = null;
  #running = false;
  #batchFiles = BATCH_FILES;
  #sent = NOTHING_SENT;
  uploads: readonly Upload[] = [];
  /** The server's limit of requests per minute; null if unknown or unlimited. */
  perMinute: number | null = null;
  /** The earliest time for the next request, in milliseconds since 1970. */
  resumesAt = 0;
  /** The number of accepted files since the queue was last empty. */
  taken = 0;
  /** How much of the files that are being sent has been, from 0 to 1. */
  share = 0;

  constructor(client: Footnote, project: string) {
    super();
    this.#client = client;
    this.#project = project;
  }

  /** Files that are still to be sent, including the current ones. */
  get open(): readonly Upload[] {
    return this.uploads.filter(({ state }) => state === 'waiting' || state === 'sending');
  }

  /** How many bytes of all files that are not refused have been sent. */
  get progress(): { done: number; total: number } {
    const bytes = (...states: Upload['state'][]) =>
      this.uploads.reduce((sum, { state, file }) => sum + (states.includes(state) ? file.size : 0), 0);
    return {
      done: bytes('taken') + this.share * bytes('sending'),
      total: bytes('taken', 'sending', 'waiting'),
    };
  }

  add(files: readonly FoundFile[]): void {
    if (this.open.length === 0) {
      this.taken = 0;
      this.#sent = NOTHING_SENT;
    }
    const added = files.map((found): Upload => {
      const upload = { ...found, key: randomKey() };
      return isUnsupported(found.file)
        ? { ...upload, state: 'refused', error: { message: UNSUPPORTED, mayRetry: false } }
        : { ...upload, state: 'waiting', error: null };
    });
    this.uploads = [...this.uploads, ...added];
    void this.#run();
  }

  /** Removes a file from the queue, even while it is being sent. The others of its batch are sent again. */
  cancel(upload: Upload): void {
    this.#remove([upload]);
    if (this.#sending?.batch.includes(upload)) this.#sending.stop.abort();
    this.#changed();
  }

  cancelAll(): void {
    this.uploads = [];
    this.#sending?.stop.abort();
    this.#changed();
  }

  /** Sends a rejected file again. */
  retry(upload: Upload): void {
    Object.assign(upload, { state: 'waiting', error: null });
    void this.#run();
  }

  async #run(): Promise<void> {
    this.#changed();
    if (this.#running) return;
    this.#running = true;
    addEventListener('beforeunload', stay);
    for (let next = this.#next(); next.length > 0; next = this.#next()) {
      const wait = this.resumesAt - Date.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(wait, 1000)));
      else await this.#send(next);
    }
    removeEventListener('beforeunload', stay);
    this.#running = false;
    this.#remove(this.uploads.filter(({ state }) => state === 'taken'));
    this.#changed();
    if (this.taken > 0) this.dispatchEvent(new CustomEvent<Sent>('sent', { detail: this.#sent }));
  }

  /** The first waiting files that fit into one request. */
  #next(): Upload[] {
    const batch: Upload[] = [];
    let bytes = 0;
    for (const upload of this.uploads) {
      if (upload.state !== 'waiting') continue;
      bytes += upload.file.size;
      if (batch.length > 0 && (bytes > BATCH_BYTES || batch.length >= this.#batchFiles)) break;
      batch.push(upload);
    }
    return batch;
  }

  async #send(batch: Upload[]): Promise<void> {
    const stop = new AbortController();
    this.#sending = { batch, stop };
    this.share = 0;
    for (const upload of batch) upload.state = 'sending';
    this.#changed();
    try {
      const report = await this.#clientFor().sources.batch(
        this.#project,
        // The number keeps files of the same name apart.
        { files: batch.map(({ file, path }, at) => ({ file, name: `${at}/${file.name}`, external_id: path })) },
        {
          signal: stop.signal,
          timeout: Number.POSITIVE_INFINITY,
          maxRetries: 0,
          idempotencyKey: `${batch.length}-${batch[0]?.key}-${batch.at(-1)?.key}`,
        },
      );
      this.#take(batch, report);
      const isNew = ({ outcome }: BatchEntry) => outcome === 'created' || outcome === 'replaced';
      const ids = report.items.filter(isNew).flatMap(({ source_id }) => source_id ?? []);
      this.dispatchEvent(new CustomEvent<string[]>('added', { detail: ids }));
    } catch (error) {
      this.#fail(batch, error, stop.signal.aborted);
    }
    this.#sending = null;
    this.#changed();
  }

  #take(batch: Upload[], { items, created, replaced, unchanged, updated }: BatchReport): void {
    const refusals = new Map(items.flatMap(({ name, error }) => (error ? [[name, error.message]] : [])));
    const isRefused = (upload: Upload, at: number) => refusals.has(`${at}/${upload.file.name}`);
    for (const [at, upload] of batch.entries()) {
      const message = refusals.get(`${at}/${upload.file.name}`);
      if (message !== undefined) Object.assign(upload, { state: 'refused', error: { message, mayRetry: false } });
    }
    const taken = batch.filter((upload, at) => !isRefused(upload, at));
    this.taken += taken.length;
    this.#sent = {
      created: this.#sent.created + created,
      replaced: this.#sent.replaced + replaced,
      unchanged: this.#sent.unchanged + unchanged + updated,
    };
    for (const upload of taken) upload.state = 'taken';
  }

  #fail(batch: Upload[], error: unknown, isCancelled: boolean): void {
    const isLimited = RateLimitError.isInstance(error);
    if (isLimited) this.resumesAt = Math.max(this.resumesAt, Date.now() + (error.retryAfter ?? 10) * 1000);
    // Together they are more than this server takes at once.
    const isTooMuch = BadRequestError.isInstance(error) && error.code === 'file_too_large' && batch.length > 1;
    if (isTooMuch) this.#batchFiles = Math.ceil(batch.length / 2);
    const isSentAgain = isCancelled || isLimited || isTooMuch;
    const reason = { message: errorMessage(error), mayRetry: !BadRequestError.isInstance(error) };
    for (const upload of batch)
      Object.assign(upload, isSentAgain ? { state: 'waiting' } : { state: 'refused', error: reason });
  }

  #remove(gone: readonly Upload[]): void {
    this.uploads = this.uploads.filter((upload) => !gone.includes(upload));
  }

  #clientFor(): Footnote {
    const fetch = createUploadFetch({
      sent: (share) => {
        this.share = share;
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
