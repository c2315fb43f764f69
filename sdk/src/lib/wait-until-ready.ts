import type { Source } from '../contract/index.ts';
import { sleep, startClock } from '../core/abort.ts';
import { SourceFailedError } from '../core/errors.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';

const FIRST_PAUSE = 250;
const MAX_PAUSE = 5_000;
/** From this number of sources on, listing the project takes fewer requests than retrieving each one. */
const WORTH_A_LIST = 3;
const HOUR = 3_600_000;

/** Options of `waitUntilReady`. */
export interface WaitOptions {
  signal?: AbortSignal | undefined;
  /** The time limit in milliseconds, after which an `APITimeoutError` is thrown. Default: one hour. */
  timeout?: number | undefined;
  /** Called with each source at the start, and whenever its status or progress changes. */
  onProgress?: ((source: Source) => void) | undefined;
}

/** The methods of `Sources` that are used here. */
export interface SourceReader {
  retrieve(sourceId: string, options?: RequestOptions): Promise<Source>;
  list(projectId: string, query?: { limit?: number }, options?: RequestOptions): PagePromise<Source>;
}

/**
 * Waits until every source is completed, and returns them in the given order. If any failed, throws a `SourceFailedError` after
 * the last one has settled, even if a previous version stays searchable. Throws a `NotFoundError` if one was deleted meanwhile.
 *
 * Sends about 18 requests in the first minute and 12 in each minute after that, for any number of sources.
 */
export async function waitUntilReady(
  reader: SourceReader,
  given: readonly Source[],
  options: WaitOptions,
): Promise<Source[]> {
  const clock = startClock(options.signal, options.timeout ?? HOUR, 'Waiting for the sources');
  const latest = new Map<string, Source>();
  const note = (source: Source) => {
    const before = latest.get(source.id);
    latest.set(source.id, source);
    if (!before || !looksAlike(before, source)) options.onProgress?.(source);
  };
  try {
    for (const source of given) note(source);
    let pause = FIRST_PAUSE;
    let requests = 1;
    for (;;) {
      const open = [...latest.values()].filter(({ status }) => status === 'pending' || status === 'processing');
      if (open.length === 0) break;
      await sleep(pause * requests, clock.signal);
      requests = await refresh(reader, open, note, { signal: clock.signal });
      pause = Math.min(pause * 1.5, MAX_PAUSE);
    }
  } finally {
    clock.release();
  }
  const failed = [...latest.values()].filter(({ status, error }) => status === 'failed' || error !== null);
  if (failed.length > 0) throw new SourceFailedError(failed);
  return given.map((source) => latest.get(source.id) ?? source);
}

/** Reloads the open sources, listing the project if there are several. Returns the number of requests. */
async function refresh(
  reader: SourceReader,
  open: Source[],
  note: (source: Source) => void,
  options: RequestOptions,
): Promise<number> {
  const left = new Map(open.map((source) => [source.id, source.project_id]));
  const take = (source: Source) => {
    if (left.delete(source.id)) note(source);
  };
  const leftIn = (projectId: string) => [...left.values()].filter((id) => id === projectId).length;
  let requests = 0;
  for (const projectId of new Set(left.values())) {
    if (leftIn(projectId) < WORTH_A_LIST) continue;
    let page = await reader.list(projectId, { limit: 100 }, options);
    for (requests++; ; requests++) {
      page.items.forEach(take);
      if (leftIn(projectId) === 0 || !page.hasNext()) break;
      page = await page.next();
    }
  }
  // The rest: only a few, or not in the list because they moved between pages or were deleted.
  for (const id of [...left.keys()]) {
    take(await reader.retrieve(id, options));
    requests++;
  }
  return requests;
}

function looksAlike(one: Source, other: Source): boolean {
  return one.status === other.status && JSON.stringify(one.progress) === JSON.stringify(other.progress);
}
