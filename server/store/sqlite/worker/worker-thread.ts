import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../../platform/log.ts';
import { createFairScheduler } from '../../../platform/scheduling/fair-scheduler.ts';
import { type FromThread, type ThreadStart, type ToThread, unpackError } from './thread-messages.ts';

/** A thread with a database connection of its own. */
export interface Thread {
  /** Runs a method of a table group in the thread. Arguments, result and errors are copied. */
  call(group: string, method: string, given: unknown[]): Promise<unknown>;
  /** Finishes all earlier calls, closes the connection, and ends the thread. */
  stop(): Promise<void>;
}

type Answered = Extract<FromThread, { call: number }>;

const MAIN = fileURLToPath(new URL(`./worker-thread-main${extname(import.meta.url)}`, import.meta.url));

/** Starts a thread and waits until its database is open. Throws if it cannot be opened. */
export async function startThread(start: ThreadStart, log: Log): Promise<Thread> {
  const worker = new Worker(MAIN, {
    workerData: start,
    name: `store-${start.role}`,
    resourceLimits: { maxYoungGenerationSizeMb: 3 },
  });
  const send = (message: ToThread) => worker.postMessage(message);
  const calls = createCalls(send);
  // When many results arrive at once, processing all of them in one turn would delay other requests.
  const inTurn = createFairScheduler();

  const ended = new Promise<void>((resolve) => {
    // After what it has answered before.
    worker.once('exit', () =>
      inTurn(() => {
        calls.end(new Error('The store is closed.'));
        resolve();
      }),
    );
  });
  worker.once('error', (error) => {
    // All calls fail from now on, which the readiness check reports. Committed data is safe in the file.
    log.error('store_thread_failed', { role: start.role, error });
    inTurn(() => calls.end(error));
  });

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromThread) => {
      if ('ready' in message) resolve();
      else if ('failed' in message) calls.end(unpackError(message.failed));
      else if ('log' in message) log[message.log](message.event, message.fields);
      else inTurn(() => calls.settle(message));
    });
    ended.then(() => reject(calls.ended()));
  });

  return {
    call: calls.start,
    async stop() {
      send('stop');
      await ended;
    },
  };
}

/** The calls that the thread has not answered yet. */
function createCalls(send: (message: ToThread) => void) {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(reason: unknown): void }>();
  let started = 0;
  let over: unknown = null;
  return {
    start: (group: string, method: string, given: unknown[]): Promise<unknown> => {
      if (over !== null) return Promise.reject(over);
      return new Promise((resolve, reject) => {
        started += 1;
        waiting.set(started, { resolve, reject });
        send({ call: started, group, method, given });
      });
    },
    settle(message: Answered) {
      const caller = waiting.get(message.call);
      waiting.delete(message.call);
      if ('error' in message) caller?.reject(unpackError(message.error));
      else caller?.resolve(message.result);
    },
    /** Fails all calls, these and later ones. The first reason counts. */
    end(reason: unknown) {
      over ??= reason;
      for (const { reject } of waiting.values()) reject(over);
      waiting.clear();
    },
    /** Why calls fail; null while they do not. */
    ended: () => over,
  };
}
