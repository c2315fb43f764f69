/** The sequences of a context. Each keeps the tokens that it evaluated last, and serves one request at a time. */
interface SequencePool<Sequence, Prompt> {
  /**
   * The free sequence that shares the longest prefix with the prompt, if the prefix is worth keeping; else the one that
   * has been idle longest. Waits while none is free; throws the signal's reason.
   */
  take(prompt: Prompt, signal: AbortSignal): Promise<Sequence>;
  release(sequence: Sequence): void;
}

/** In tokens. The start of a template is the same in all prompts. */
const MIN_SHARED_TOKENS = 32;

/** Hands sequences out by the prefix that they share with a prompt. */
export function createSequencePool<Sequence, Prompt>(
  sequences: Sequence[],
  readOf: (sequence: Sequence, prompt: Prompt) => number,
): SequencePool<Sequence, Prompt> {
  const free = [...sequences];
  const waiting: (() => void)[] = [];

  return {
    async take(prompt, signal) {
      while (free.length === 0) await new Promise<void>((wake) => waiting.push(wake));
      if (signal.aborted) waiting.shift()?.();
      signal.throwIfAborted();
      let best = 0;
      let most = MIN_SHARED_TOKENS;
      for (const [at, sequence] of free.entries()) {
        const read = readOf(sequence, prompt);
        if (read >= most) [best, most] = [at, read];
      }
      const [sequence] = free.splice(best, 1);
      if (sequence === undefined) throw new Error('no sequence is free.');
      return sequence;
    },
    release(sequence) {
      free.push(sequence);
      waiting.shift()?.();
    },
  };
}
