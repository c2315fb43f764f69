import type { Model, ModelFile } from './model-types.ts';

/** Why a file of a model could not be read; the message is a sentence. */
export class HubError extends Error {
  /** Could the same request succeed a little later? */
  readonly retryable: boolean;
  /** How long the hub asks to wait; null if it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, retryable: boolean, retryAfterSeconds: number | null = null) {
    super(message);
    this.retryable = retryable;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A hub's response: the file from byte `from` on. A hub that does not support ranges sends it from byte 0. */
interface HubFile {
  from: number;
  chunks: AsyncIterable<Uint8Array>;
}

/** Where models come from: a site, or a folder of this machine. */
export interface Hub {
  /** Throws `HubError` or the signal's reason, also while the chunks are read. */
  read(model: Model, file: ModelFile, from: number, signal: AbortSignal): Promise<HubFile>;
  close(): Promise<void>;
}
