import type { Generated, GenerateOptions, Generator, PromptMessage } from '../../engines/types.ts';
import { errors } from '../errors.ts';
import { NO_ANSWER } from '../prompt/sanitize-prompt-text.ts';
import { createThinkingFilter } from './thinking-filter.ts';

/** An answer takes no longer than this, whatever the engine does. */
const TIMEOUT_MS = 180_000;
/** In UTF-16 units; a visitor's browser has to render the answer. */
const MAX_TEXT_LENGTH = 32 * 1024;

/**
 * What a model writes, or its statement that the passages have no answer. `restart`: all text before was thinking, and the
 * answer begins now.
 */
export type CompletionPart = Exclude<Generated, { type: 'thinking' }> | { type: 'no-answer' } | { type: 'restart' };

/** What is known of a model from its last text. */
export interface ThinkingHabit {
  /** Its last text began with thinking. */
  thinks: boolean;
  /** That thinking had no opening tag. */
  startsThinking: boolean;
}

/**
 * Streams what the generator writes, without the thinking that some models begin with. If `habit` is given, it is used and
 * updated. Text that exceeds the limits of time or length is cut off and ends with reason `length`. Throws 500 `answerer_unavailable` if nothing comes in time.
 */
export async function* streamCompletion(
  generator: Generator,
  messages: PromptMessage[],
  options: Pick<GenerateOptions, 'signal' | 'mayCollect'> & {
    timeoutMs?: number;
    maxTokens?: number;
    habit?: ThinkingHabit | undefined;
  },
): AsyncGenerator<CompletionPart, void> {
  const { signal, timeoutMs = TIMEOUT_MS, maxTokens = generator.budget.answer, habit } = options;
  const time = AbortSignal.timeout(timeoutMs);
  const thinking = createThinkingFilter(habit?.startsThinking ?? false);
  const parts = generator.generate(messages, {
    maxTokens,
    signal: AbortSignal.any([signal, time]),
    mayCollect: () => thinking.isThinking || options.mayCollect?.() === true,
  });
  let opening = createOpeningParser();
  let length = 0;
  let thinksApart = false;
  try {
    for (;;) {
      const next = await beforeAbort(parts.next(), time, signal);
      if (next === null) {
        if (length === 0) throw errors.answererUnavailable();
        return yield { type: 'end', reason: 'length', usage: null };
      }
      if (next.done) throw errors.answererUnavailable();
      const part = next.value;
      if (part.type === 'thinking') {
        thinksApart = true;
        continue;
      }
      const isEnd = part.type === 'end';
      for (const filtered of isEnd ? thinking.end(part.reason) : thinking.read(part.delta)) {
        if (filtered.type === 'restart') {
          [opening, length] = [createOpeningParser(), 0];
          yield filtered;
          continue;
        }
        const delta = opening.read(filtered.delta)?.slice(0, MAX_TEXT_LENGTH - length) ?? null;
        if (delta === null) return yield { type: 'no-answer' };
        length += delta.length;
        if (delta !== '') yield { type: 'text', delta };
        if (length >= MAX_TEXT_LENGTH) return yield { type: 'end', reason: 'length', usage: null };
      }
      if (!isEnd) continue;
      const rest = opening.end();
      if (rest !== '') yield { type: 'text', delta: rest };
      if (habit) {
        habit.startsThinking = thinking.endedUnopened || (habit.startsThinking && part.reason === 'length');
        habit.thinks = thinksApart || thinking.hasThought;
      }
      return yield part;
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

/** Holds a text back until its beginning tells what it is. `read` returns null if the text says that there is no answer. */
function createOpeningParser(): { read(delta: string): string | null; end(): string } {
  let head: string | null = '';

  return {
    read(delta) {
      if (head === null) return delta;
      head = (head + delta).trimStart();
      if (head.startsWith(NO_ANSWER)) return null;
      if (NO_ANSWER.startsWith(head)) return '';
      const text = head;
      head = null;
      return text;
    },
    end: () => head ?? '',
  };
}
