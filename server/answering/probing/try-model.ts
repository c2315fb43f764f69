import type { Generator, PromptMessage } from '../../engines/types.ts';
import { streamCompletion } from '../completion/stream-completion.ts';

/** What a model wrote, and how. Times in milliseconds since it was asked. */
export interface Attempt {
  /** Empty if it wrote nothing but thinking, or said that it has no answer. */
  text: string;
  /** It said that the passages have no answer. */
  refused: boolean;
  /** It was cut off at its limit of tokens. */
  cutOff: boolean;
  /** The text came in more than one piece. */
  streams: boolean;
  /** Null without text. */
  firstWordMs: number | null;
  totalMs: number;
}

/** Asks a model once, as the server does. Throws what the engine throws, and the signal's reason. */
export async function askModel(generator: Generator, messages: PromptMessage[], signal: AbortSignal): Promise<Attempt> {
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  const attempt: Attempt = { text: '', refused: false, cutOff: false, streams: false, firstWordMs: null, totalMs: 0 };
  let pieces = 0;
  const { budget } = generator;
  // A model that thinks gets its room at once.
  const maxTokens = budget.secondAnswer ?? budget.answer;
  for await (const part of streamCompletion(generator, messages, { signal, maxTokens })) {
    if (part.type === 'no-answer') attempt.refused = true;
    else if (part.type === 'restart') [attempt.text, attempt.firstWordMs] = ['', null];
    else if (part.type === 'end') attempt.cutOff = part.reason === 'length';
    else {
      pieces++;
      attempt.firstWordMs ??= elapsed();
      attempt.text += part.delta;
    }
  }
  return { ...attempt, streams: pieces > 1, totalMs: elapsed() };
}

/** A model that thinks may not come further, which is enough to see that it works. */
const PROOF_TOKENS = 16;

/** Waits for the first sign of an answer, for which a model that is not loaded yet is loaded. */
export async function proveThatItWorks(generator: Generator, signal: AbortSignal): Promise<void> {
  const messages = [{ role: 'user' as const, text: 'Reply with the word OK.' }];
  for await (const _ of generator.generate(messages, { maxTokens: PROOF_TOKENS, signal })) return;
}
