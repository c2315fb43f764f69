import { EventEmitter } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { runThread } from '../../../server/store/sqlite/worker/run-thread.ts';
import type { ThreadStart, ToThread } from '../../../server/store/sqlite/worker/thread-messages.ts';

/**
 * Stands in for the worker thread of a store (test/vitest.config.ts): does its work in the thread of the test. The start of a
 * thread is four fifths of the time of opening a store. Messages are copied as they are between threads.
 */
export class Worker extends EventEmitter {
  readonly #port;

  constructor(_program: string, { workerData }: { workerData: ThreadStart }) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.on('message', (message) => this.emit('message', message));
    port1.on('close', () => this.emit('exit', 0));
    void runThread(structuredClone(workerData), port2);
  }

  postMessage(message: ToThread): void {
    this.#port.postMessage(message);
  }
}
