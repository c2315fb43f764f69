import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { serve } from '../host/child.ts';
import { type EncoderFiles, openEncoder } from './encoder.ts';
import { createComparison, DIMENSIONS, encodeWords } from './word-codes.ts';

/** The program of a child process that reads passages and compares questions with what it has read. */

export type ReaderProtocol = {
  /** Texts → the codes of their words. */
  read: { ask: { texts: string[] }; part: never; result: Uint8Array[] };
  /** For each question, a number for each passage. */
  compare: { ask: { questions: string[]; passages: Uint8Array[] }; part: never; result: number[][] };
};

/** A passage of a thousand characters has some 170 tokens. What stands after these is not compared. */
const PASSAGE_TOKENS = 256;
const QUESTION_TOKENS = 64;
/**
 * After so many tokens another process goes on: V8 would soon optimize a function of the runtime that is so large that this takes
 * 200 MB of memory (reader.ts).
 */
const MOST_TOKENS = 100_000;

serve<EncoderFiles, ReaderProtocol>(async (files) => {
  const encoder = await openEncoder(files);
  const queue = new PQueue({ concurrency: 1 });
  let tokens = 0;

  async function encode(text: string, maxTokens: number, retire: () => void): Promise<Float32Array> {
    const vectors = await encoder(text, maxTokens);
    tokens += vectors.length / DIMENSIONS;
    if (tokens > MOST_TOKENS) retire();
    return vectors;
  }

  /** One text a run: a run cannot be interrupted, and a question waits for its end. */
  async function inTurn<Result>(run: () => Promise<Result>, signal: AbortSignal, priority: number): Promise<Result> {
    const result = await queue.add(
      () => {
        signal.throwIfAborted();
        return run();
      },
      { priority },
    );
    // A run blocks this process: this lets messages in that arrived meanwhile.
    await setImmediate();
    return result;
  }

  return {
    async read({ texts }, { signal, retire }) {
      const codes: Uint8Array[] = [];
      for (const text of texts)
        codes.push(await inTurn(async () => encodeWords(await encode(text, PASSAGE_TOKENS, retire)), signal, 0));
      return codes;
    },
    async compare({ questions, passages }, { signal, retire }) {
      const scores: number[][] = [];
      for (const question of questions) {
        const compared = async () => passages.map(createComparison(await encode(question, QUESTION_TOKENS, retire)));
        scores.push(await inTurn(compared, signal, 1));
      }
      return scores;
    },
  };
});
