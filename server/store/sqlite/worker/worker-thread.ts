import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { createFairScheduler } from '../../../platform/fair-scheduler.ts';
import type { Log } from '../../../platform/log.ts';
import { type FromThread, type ThreadStart, type ToThread, unpackError } from './thread-messages.ts';

/** A handle on a thread that has its own database connection. */
export interface Thread {
  /** Runs a method of a table group there. Arguments and result are copied; what it throws is thrown here. */
  call(group: string, method: string, given: unknown[]): Promise<unknown>;
  /** Finishes what was called before, closes the connection, ends the thread. */
  stop(): Promise<void>;
}

type Answered = Extract<FromThread, { call: number }>;

const MAIN = fileURLToPath(new URL(`./worker-thread-main${extname(import.meta.url)}`, import.meta.url));

/** Starts one and waits until its database is open; throws what kept it from opening. */
export async function startThread(start: ThreadStart, log: Log): Promise<Thread> {
  const worker = new Worker(MAIN, {
    workerData: start,
    name: `store-${start.role}`,
    resourceLimits: { maxYoungGenerationSizeMb: 3 },
  });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(reason: unknown): void }>();
  const send = (message: ToThread) => worker.postMessage(message);
  let calls = 0;
  let over: unknown = null;

  const settle = (message: Answered) => {
    const caller = waiting.get(message.call);
    waiting.delete(message.call);
    if ('error' in message) caller?.reject(unpackError(message.error));
    else caller?.resolve(message.result);
  };
  // Where the answers of a crowd have come in at once, what is made of each would otherwise keep everybody else waiting for
  // all of it.
  const inTurn = createFairScheduler();
  const take = (message: FromThread) => {
    if ('log' in message) log[message.log](message.event, message.fields);
    if ('call' in message) inTurn(() => settle(message));
  };

  const end = (reason: unknown) => {
    over ??= reason;
    for (const { reject } of waiting.values()) reject(over);
    waiting.clear();
  };
  const ended = new Promise<void>((resolve) => {
    // After what it has answered before.
    worker.once('exit', () =>
      inTurn(() => {
        end(new Error('The store is closed.'));
        resolve();
      }),
    );
  });
  worker.once('error', (error) => {
    // All calls fail from here on, which the readiness check reports; what was committed is safe in the file.
    log.error('store_thread_failed', { role: start.role, error });
    inTurn(() => end(error));
  });

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromThread) => {
      if ('ready' in message) resolve();
      else if ('failed' in message) end(unpackError(message.failed));
      else take(message);
    });
    ended.then(() => reject(over));
  });

  return {
    call(group, method, given) {
      if (over !== null) return Promise.reject(over);
      return new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        send({ call: calls, group, method, given });
      });
    },
    async stop() {
      send('stop');
      await ended;
    },
  };
}
