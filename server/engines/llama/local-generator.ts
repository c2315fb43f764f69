import type { EngineIdentity } from '../engine-id.ts';
import type { EngineHost } from '../host/process-host.ts';
import type { GeneratedEnd, Generator, GeneratorBudget, PromptMessage } from '../types.ts';

/** What a child that writes can be asked. */
export type GeneratorProtocol = {
  count: { ask: string[]; part: never; result: number[] };
  generate: { ask: { messages: PromptMessage[]; maxTokens: number }; part: string; result: Omit<GeneratedEnd, 'type'> };
};

/** A processor reads a prompt at some tens of tokens a second: what is longer would be waited for, for minutes. */
const BUDGET: GeneratorBudget = { prompt: 800, answer: 400, message: 16 };

/** As much of the usual budget as fits a model of this context, a little of it left for what its template adds. */
export function budgetWithin(contextTokens: number): GeneratorBudget {
  const share = Math.min(1, contextTokens / contextFor(BUDGET));
  return {
    prompt: Math.floor(BUDGET.prompt * share),
    answer: Math.floor(BUDGET.answer * share),
    message: BUDGET.message,
  };
}

/** The context that holds a prompt and its answer. */
export const contextFor = ({ prompt, answer }: GeneratorBudget): number => Math.ceil((prompt + answer) * 1.28);

/** A generator whose child does the work. */
export function localGenerator(
  parts: EngineIdentity & Pick<Generator, 'budget' | 'concurrency'>,
  host: EngineHost<GeneratorProtocol>,
): Generator {
  return {
    ...parts,
    count: (texts, signal) => host.ask('count', texts, signal),
    async *generate(messages, { maxTokens, signal }) {
      const written = host.stream('generate', { messages, maxTokens }, signal);
      try {
        for (;;) {
          const next = await written.next();
          if (next.done) return yield { type: 'end', ...next.value };
          yield { type: 'text', delta: next.value };
        }
      } finally {
        // Whoever leaves early ends the child's work with it.
        await written.return({ reason: 'stop', usage: null });
      }
    },
    ready: host.ready,
    close: host.close,
  };
}
