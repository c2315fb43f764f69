import { setTimeout } from 'node:timers/promises';
import { identifyEngine } from '../../../server/engines/engine-id.ts';
import type { Generated, GenerateOptions, Generator, PromptMessage } from '../../../server/engines/types.ts';

/** A scripted model's reply to a prompt: a text, which is cut into pieces, or the parts themselves. */
export type Script = (
  messages: PromptMessage[],
  options: GenerateOptions,
) => string | Iterable<Generated> | AsyncIterable<Generated>;

export interface ScriptedGenerator extends Generator {
  /** Every prompt so far. */
  prompts: PromptMessage[][];
  /** How many completions are running. */
  running(): number;
}

/** A model whose replies the test sets; it counts four characters as a token. */
export function scriptedGenerator(
  script: Script,
  options: Partial<Pick<Generator, 'budget' | 'concurrency'>> & { split?: (text: string) => string[] } = {},
): ScriptedGenerator {
  const { split = (text) => text.match(/.{1,5}/gsu) ?? [], budget, concurrency = 1 } = options;
  const prompts: PromptMessage[][] = [];
  let running = 0;
  return {
    ...identifyEngine('openai', 'scripted'),
    budget: budget ?? { prompt: 3_000, answer: 800, message: 8 },
    concurrency,
    prompts,
    running: () => running,
    count: async (texts) => texts.map((text) => Math.ceil(text.length / 4)),
    async *generate(messages, given) {
      prompts.push(messages);
      running++;
      try {
        const said = script(messages, given);
        if (typeof said !== 'string') return yield* said;
        for (const delta of split(said)) yield { type: 'text', delta };
        yield { type: 'end', reason: 'stop', usage: { prompt: 100, completion: 10 } };
      } finally {
        running--;
      }
    },
    ready: async () => true,
    close: async () => undefined,
  };
}

/** Writes the pieces slowly, heeding the signal. */
export async function* slowly(pieces: string[], milliseconds: number, signal: AbortSignal): AsyncGenerator<Generated> {
  for (const delta of pieces) {
    await setTimeout(milliseconds, undefined, { signal });
    yield { type: 'text', delta };
  }
  yield { type: 'end', reason: 'stop', usage: null };
}
