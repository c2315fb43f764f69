import { existsSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { serve } from '../../../server/engines/host/child.ts';

/** The program of a child process with scripted failures, as in native code. */

export interface ScriptedSettings {
  /** Fails to open with this reason. */
  reason?: string;
  /** Exits while opening as long as this file exists. */
  crashesBeside?: string;
  /** What it tells the operator. */
  notice?: string;
}

export type ScriptedProtocol = {
  /** Answers after everything that could be done at once with the messages before it. */
  pid: { ask: null; part: never; result: number };
  /** Sends each word as a part, `every` milliseconds apart, then their number. */
  say: { ask: { words: string[]; every: number }; part: string; result: number };
  /** Sends a part, then blocks the process for a number of milliseconds. */
  block: { ask: number; part: 'blocks'; result: null };
  fail: { ask: string; part: never; result: null };
  crash: { ask: null; part: never; result: null };
  /** Retires, and answers with its process after a number of milliseconds. */
  retire: { ask: number; part: never; result: number };
  /** Takes this many bytes of memory, a little at a time, and keeps them. */
  hoard: { ask: number; part: never; result: null };
};

const STEP = 4_000_000;
const hoarded: Buffer[] = [];

serve<ScriptedSettings, ScriptedProtocol>(async ({ reason, crashesBeside, notice }, leaveNotice) => {
  if (notice !== undefined) leaveNotice(notice);
  if (reason !== undefined) throw new Error(reason);
  if (crashesBeside !== undefined && existsSync(crashesBeside)) process.abort();
  return {
    async pid() {
      // By then, what was to be aborted before has been.
      await setImmediate();
      return process.pid;
    },
    async say({ words, every }, { emit, signal }) {
      for (const word of words) {
        await setTimeout(every, null, { signal });
        emit(word);
      }
      return words.length;
    },
    async block(milliseconds, { emit }) {
      emit('blocks');
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
      return null;
    },
    async fail(why) {
      throw new Error(why);
    },
    crash: async () => process.abort(),
    async retire(milliseconds, { retire }) {
      retire();
      await setTimeout(milliseconds);
      return process.pid;
    },
    async hoard(bytes) {
      for (let taken = 0; taken < bytes; taken += STEP) {
        hoarded.push(Buffer.alloc(STEP, 1));
        await setTimeout(5);
      }
      return null;
    },
  };
});
