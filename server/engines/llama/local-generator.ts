import type { EngineIdentity } from '../engine-id.ts';
import type { EngineHost } from '../host/process-host.ts';
import type { GeneratedEnd, Generator, GeneratorBudget, PromptMessage } from '../types.ts';

/** The requests of a child process that generates text. */
export type GeneratorProtocol = {
  count: { ask: string[]; part: never; result: number[] };
  generate: { ask: { messages: PromptMessage[]; maxTokens: number }; part: string; result: Omit<GeneratedEnd, 'type'> };
};

/** A processor reads some tens of prompt tokens a second: a longer prompt would take minutes. */
const BUDGET: GeneratorBudget = { prompt: 800, answer: 400, message: 16 };

/** The default budget, reduced to fit a model's context, with some room for the template. */
export function budgetWithin(contextTokens: number): GeneratorBudget {
  const share = Math.min(1, contextTokens / contextFor(BUDGET));
  return {
    prompt: Math.floor(BUDGET.prompt * share),
    answer: Math.floor(BUDGET.answer * share),
    message: BUDGET.message,
  };
}

/** The size of a context that holds a prompt and its answer. */
export const contextFor = ({ prompt, answer }: GeneratorBudget): number => Math.ceil((prompt + answer) * 1.28);

/** A generator whose child process does the work. */
export function createLocalGenerator(
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
        // A reader that leaves early stops the child's work too.
        await written.return({ reason: 'stop', usage: null });
      }
    },
    ready: host.ready,
    close: host.close,
  };
}
