import {
  APIConnectionError,
  APIError,
  type BackupUpload,
  BadRequestError,
  type Footnote,
  InternalServerError,
  NotFoundError,
  RateLimitError,
  type ServerBackups,
} from '@footnote/sdk';
import type { App } from '../../app.ts';
import { errorMessage } from '../../format.ts';
import { createUploadFetch } from '../sources/upload-fetch.ts';

/** Bytes of a part. It grows while parts are quick, and shrinks where a proxy or the line does not take it. */
const PART = { first: 4 * 2 ** 20, least: 256 * 1024, most: 16 * 2 ** 20 };
const QUICK_MS = 4_000;
const LONGEST_PAUSE_MS = 30_000;
const PART_TIMEOUT_MS = 110_000;

/** What is being done: `waiting` for a connection that is broken, `failed` for what needs a person. */
export type SenderState = 'idle' | 'sending' | 'waiting' | 'failed';

/**
 * Uploads a backup in parts. It continues while other pages of the console are shown, and by itself after a broken connection. Fires
 * `changed` on progress, and `finished`, a `CustomEvent<ServerBackups>`, when the server has it all and begins to examine it.
 */
export class BackupSender extends EventTarget {
  readonly #client: Footnote;
  #stop: AbortController | null = null;
  /** The bytes of the part on its way that have been sent. */
  #onItsWay = 0;
  #received = 0;
  #partBytes = PART.first;
  state: SenderState = 'idle';
  file: File | null = null;
  /** The upload on the server; null before it has begun. */
  upload: BackupUpload | null = null;
  /** The name of the uploaded backup that the server examines, until somebody has seen what came of it. */
  examined: string | null = null;
  /** Why it has failed, and whether another attempt may mend it. */
  error: { message: string; mayRetry: boolean } | null = null;

  constructor(client: Footnote) {
    super();
    this.#client = client;
  }

  /** Bytes that have been sent. */
  get sent(): number {
    return this.#received + this.#onItsWay;
  }

  /** Uploads a file, or continues with an upload that an earlier page has begun. */
  start(file: File, unfinished: BackupUpload | null): void {
    this.file = file;
    this.upload = unfinished;
    this.#received = unfinished?.received ?? 0;
    this.#partBytes = PART.first;
    void this.#run();
  }

  /** Continues after a failure. */
  again(): void {
    void this.#run();
  }

  /** Stops, and forgets the file. What has arrived stays on the server until it is deleted there. */
  cancel(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.file = null;
    this.upload = null;
    this.#become('idle');
  }

  async #run(): Promise<void> {
    const { file } = this;
    if (!file || this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    addEventListener('beforeunload', stay);
    this.#become('sending');
    try {
      const report = await this.#send(file, stop.signal);
      this.examined = this.upload?.name ?? null;
      this.file = null;
      this.upload = null;
      this.#become('idle');
      this.dispatchEvent(new CustomEvent<ServerBackups>('finished', { detail: report }));
    } catch (error) {
      if (!stop.signal.aborted) this.#become('failed', { message: errorMessage(error), mayRetry: mayRetry(error) });
    } finally {
      removeEventListener('beforeunload', stay);
      if (this.#stop === stop) this.#stop = null;
    }
  }

  async #send(file: File, signal: AbortSignal): Promise<ServerBackups> {
    const { uploads } = this.#client.server.backups;
    const upload = this.upload ?? (await uploads.create({ size: file.size }, { signal }));
    this.upload = upload;
    let failures = 0;
    while (this.#received < file.size) {
      try {
        // After a failure, the server knows best what has arrived.
        if (failures > 0) this.#received = (await uploads.retrieve(upload.id, { signal, maxRetries: 0 })).received;
        await this.#sendPart(file, upload, signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) throw error;
        failures += 1;
        await this.#recover(error, failures, signal);
      }
    }
    return uploads.finish(upload.id, { signal });
  }

  async #sendPart(file: File, upload: BackupUpload, signal: AbortSignal): Promise<void> {
    const offset = this.#received;
    const bytes = await file
      .slice(offset, offset + this.#partBytes)
      .arrayBuffer()
      .catch(() => {
        throw new Error('The file cannot be read any more. Choose it again.');
      });
    const part = new Blob([bytes]);
    const began = performance.now();
    this.#become('sending');
    try {
      const { received } = await this.#clientFor(bytes.byteLength).server.backups.uploads.append(
        upload.id,
        { part, offset, sha256: await sha256Of(bytes) },
        { signal, timeout: PART_TIMEOUT_MS, maxRetries: 0 },
      );
      this.#received = received;
    } finally {
      this.#onItsWay = 0;
    }
    if (performance.now() - began < QUICK_MS) this.#partBytes = Math.min(this.#partBytes * 2, PART.most);
    this.#become('sending');
  }

  /** Waits until it makes sense to try again. Throws what no attempt mends. */
  async #recover(error: unknown, failures: number, signal: AbortSignal): Promise<void> {
    if (RateLimitError.isInstance(error)) return pause((error.retryAfter ?? 10) * 1_000, signal);
    if (BadRequestError.isInstance(error)) {
      // Sent by another tab, or damaged on its way.
      if (['wrong_offset', 'part_damaged'].includes(error.code ?? '') && failures < 5) return;
      throw error;
    }
    const isTooLarge = APIError.isInstance(error) && error.status === 413;
    if (isTooLarge && this.#partBytes === PART.least) throw error;
    this.#partBytes = Math.max(PART.least, this.#partBytes / 2);
    if (isTooLarge) return;
    const isPassing =
      APIConnectionError.isInstance(error) || (InternalServerError.isInstance(error) && error.code !== 'storage_full');
    if (!isPassing) throw error;
    this.#become('waiting');
    await pause(Math.min(1_000 * 2 ** (failures - 1), LONGEST_PAUSE_MS), signal);
  }

  #clientFor(bytes: number): Footnote {
    const fetch = createUploadFetch({
      sent: (share) => {
        this.#onItsWay = share * bytes;
        this.dispatchEvent(new Event('changed'));
      },
      limited: () => undefined,
    });
    return this.#client.withOptions({ fetch });
  }

  #become(state: SenderState, error: BackupSender['error'] = null): void {
    this.state = state;
    this.error = error;
    this.dispatchEvent(new Event('changed'));
  }
}

const senders = new WeakMap<App, BackupSender>();

/** The sender of the session, which ends with it. */
export function senderOf(app: App): BackupSender {
  const known = senders.get(app);
  if (known) return known;
  const sender = new BackupSender(app.client);
  senders.set(app, sender);
  app.session.addEventListener('changed', () => {
    if (!app.session.signedIn) sender.cancel();
  });
  return sender;
}

/** Not what is wrong with the file, nor an upload that is gone. */
const mayRetry = (error: unknown): boolean =>
  BadRequestError.isInstance(error) ? error.code === 'backup_running' : !NotFoundError.isInstance(error);

/** Resolves after a time, or as soon as the browser has a network again. Rejects when the signal aborts. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

/** Hexadecimal digits. Undefined on a page that is not served over https, where the browser calculates none. */
async function sha256Of(bytes: ArrayBuffer): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Makes the browser ask before the tab is closed. */
const stay = (event: BeforeUnloadEvent) => event.preventDefault();
