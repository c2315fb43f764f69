/** The sequences of a context: each holds what it has read last, and works for one request at a time. */
export interface SequencePool<Sequence, Prompt> {
  /**
   * The free one that has read most of the prompt already, where that is worth keeping, else the one that has rested the
   * longest. Waits while none is free; throws the signal's reason.
   */
  take(prompt: Prompt, signal: AbortSignal): Promise<Sequence>;
  release(sequence: Sequence): void;
}

/** Tokens. The beginning of a template is the same in all prompts. */
const WORTH_KEEPING = 32;

/** Gives the sequences out, by how much of a prompt each has read. */
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
      let most = WORTH_KEEPING;
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
