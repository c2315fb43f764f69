import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { serve } from '../../../server/engines/host/child.ts';

/** The program of a child process that does what a test asks of it, as badly as native code may. */

export interface ScriptedSettings {
  /** It opens with this failure. */
  reason?: string;
  /** It ends itself while it opens, as long as this file is there. */
  crashesBeside?: string;
}

export type ScriptedProtocol = {
  pid: { ask: null; part: never; result: number };
  /** Says each word as a part, so many milliseconds apart, then how many there were. */
  say: { ask: { words: string[]; every: number }; part: string; result: number };
  /** Blocks the whole process for so many milliseconds, deaf to everything. */
  block: { ask: number; part: never; result: null };
  fail: { ask: string; part: never; result: null };
  crash: { ask: null; part: never; result: null };
};

serve<ScriptedSettings, ScriptedProtocol>(async ({ reason, crashesBeside }) => {
  if (reason !== undefined) throw new Error(reason);
  if (crashesBeside !== undefined && existsSync(crashesBeside)) process.abort();
  return {
    pid: async () => process.pid,
    async say({ words, every }, { emit, signal }) {
      for (const word of words) {
        await setTimeout(every, null, { signal });
        emit(word);
      }
      return words.length;
    },
    async block(milliseconds) {
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
      return null;
    },
    async fail(why) {
      throw new Error(why);
    },
    crash: async () => process.abort(),
  };
});
