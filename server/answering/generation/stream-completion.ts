import type { Generated, Generator, PromptMessage } from '../../engines/types.ts';
import { errors } from '../../platform/errors.ts';
import { NO_ANSWER } from '../prompt/sanitize-prompt-text.ts';

/** An answer takes no longer, whatever the engine does. */
const TIMEOUT_MS = 180_000;
/** A visitor's browser has to draw it. */
const MAX_TEXT_LENGTH = 32 * 1024;

/** What a model writes, or that it found no answer in the passages. */
export type CompletionPart = Generated | { type: 'no-answer' };

/**
 * What the generator writes, within the limits of time and length: cut off there with `length`, and without the thinking
 * that some models begin with. Where nothing at all has come within the time, the engine has failed.
 */
export async function* streamCompletion(
  generator: Generator,
  messages: PromptMessage[],
  {
    signal,
    timeoutMs = TIMEOUT_MS,
    maxTokens = generator.budget.answer,
  }: { signal: AbortSignal; timeoutMs?: number; maxTokens?: number },
): AsyncGenerator<CompletionPart, void> {
  const time = AbortSignal.timeout(timeoutMs);
  const parts = generator.generate(messages, {
    maxTokens,
    signal: AbortSignal.any([signal, time]),
  });
  const opening = createOpeningParser();
  let length = 0;
  try {
    for (;;) {
      const next = await beforeAbort(parts.next(), time, signal);
      if (next === null) {
        if (length === 0) throw errors.answererUnavailable();
        return yield { type: 'end', reason: 'length', usage: null };
      }
      if (next.done) throw errors.answererUnavailable();
      const part = next.value;
      if (part.type === 'end') {
        const rest = opening.end();
        if (rest !== '') yield { type: 'text', delta: rest };
        return yield part;
      }
      const shown = opening.read(part.delta);
      if (shown === null) return yield { type: 'no-answer' };
      if (shown === '') continue;
      const delta = shown.slice(0, MAX_TEXT_LENGTH - length);
      length += delta.length;
      yield { type: 'text', delta };
      if (length >= MAX_TEXT_LENGTH) return yield { type: 'end', reason: 'length', usage: null };
    }
  } catch (error) {
    // An engine that heeds its signal says the same as one that does not.
    signal.throwIfAborted();
    if (time.aborted && length > 0) return yield { type: 'end', reason: 'length', usage: null };
    throw time.aborted ? errors.answererUnavailable() : error;
  } finally {
    // Not waited for: an engine that is stuck answers this only when it comes loose.
    parts.return().catch(() => undefined);
  }
}

/** What is promised, null where the time is up before, or the signal's reason thrown, also where the engine is deaf. */
function beforeAbort<Value>(promise: Promise<Value>, time: AbortSignal, signal: AbortSignal): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const over = () => resolve(null);
    const left = () => reject(signal.reason);
    const settle = (act: () => void) => {
      time.removeEventListener('abort', over);
      signal.removeEventListener('abort', left);
      act();
    };
    time.addEventListener('abort', over);
    signal.addEventListener('abort', left);
    if (signal.aborted) left();
    promise.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
  });
}

const THINKING_START = '<think>';
const THINKING_END = '</think>';

/** Decides by its beginning what a text is; until then its words wait. Null from `read`: it says that there is no answer. */
function createOpeningParser(): { read(delta: string): string | null; end(): string } {
  let head: string | null = '';
  let thinking = false;

  return {
    read(delta) {
      if (head === null) return delta;
      head += delta;
      if (!thinking && head.trimStart().startsWith(THINKING_START)) thinking = true;
      if (thinking) {
        const over = head.indexOf(THINKING_END);
        if (over === -1) {
          head = THINKING_START + head.slice(-THINKING_END.length);
          return '';
        }
        thinking = false;
        head = head.slice(over + THINKING_END.length);
      }
      const text = head.trimStart();
      if (text.startsWith(NO_ANSWER)) return null;
      if (NO_ANSWER.startsWith(text) || THINKING_START.startsWith(text)) return '';
      head = null;
      return text;
    },
    end: () => (head === null || thinking ? '' : head.trimStart()),
  };
}
