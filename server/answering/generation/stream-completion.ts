import type { Generated, Generator, PromptMessage } from '../../engines/types.ts';
import { errors } from '../../platform/errors.ts';
import { NO_ANSWER } from '../prompt/sanitize-prompt-text.ts';

/** An answer takes no longer than this, whatever the engine does. */
const TIMEOUT_MS = 180_000;
/** In UTF-16 units; a visitor's browser has to render the answer. */
const MAX_TEXT_LENGTH = 32 * 1024;

/** What a model writes, or its statement that the passages have no answer. */
export type CompletionPart = Generated | { type: 'no-answer' };

/**
 * Streams what the generator writes, without the thinking that some models begin with. Text that exceeds the limits of time
 * or length is cut off and ends with reason `length`. Throws 500 `answerer_unavailable` if nothing comes in time.
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
    // The outcome is the same whether or not the engine heeds its signal.
    signal.throwIfAborted();
    if (time.aborted && length > 0) return yield { type: 'end', reason: 'length', usage: null };
    throw time.aborted ? errors.answererUnavailable() : error;
  } finally {
    // Not awaited: an engine that hangs does not settle this.
    parts.return().catch(() => undefined);
  }
}

/** The promise's value, or null if time is up first. Rejects when `signal` aborts, even if the engine ignores it. */
function beforeAbort<Value>(promise: Promise<Value>, time: AbortSignal, signal: AbortSignal): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => resolve(null);
    const onAbort = () => reject(signal.reason);
    const settle = (act: () => void) => {
      time.removeEventListener('abort', onTimeout);
      signal.removeEventListener('abort', onAbort);
      act();
    };
    time.addEventListener('abort', onTimeout);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    promise.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
  });
}

const THINKING_START = '<think>';
const THINKING_END = '</think>';

/** Holds a text back until its beginning tells what it is. `read` returns null if the text says that there is no answer. */
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
