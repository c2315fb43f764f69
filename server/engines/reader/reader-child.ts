import { setImmediate, setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { serve } from '../host/child.ts';
import type { ReadText, WordComparison } from '../types.ts';
import { type EncoderFiles, openEncoder } from './encoder.ts';
import { createComparison, DIMENSIONS, encodeText, meanVector } from './word-codes.ts';

/** The program of a child process that reads passages and compares questions with what it has read. */

export type ReaderProtocol = {
  read: { ask: { texts: string[]; ahead: boolean }; part: never; result: ReadText[] };
  embed: { ask: { question: string }; part: never; result: Float32Array };
  /** For each question, a comparison with each passage. */
  compare: { ask: { questions: string[]; passages: Uint8Array[] }; part: never; result: WordComparison[][] };
};

/** A passage of a thousand characters has some 170 tokens. What follows these is not compared. */
const PASSAGE_TOKENS = 256;
const QUESTION_TOKENS = 64;
/** Questions whose vectors are kept: those that are being answered. Each takes at most 100 kB. */
const LATEST_QUESTIONS = 16;
/**
 * After so many tokens another process continues: V8 would soon optimize a function of the runtime that is so large that this takes
 * 200 MB of memory (reader.ts).
 */
const MOST_TOKENS = 100_000;
/**
 * Milliseconds after the vector of a question, or a passage that was read for it, in which no other passage is read, unless the
 * question has been compared meanwhile: it comes back, and would have to wait for that passage.
 */
const COMPARED_WITHIN = 1_000;
const LOOK_AGAIN = 20;

serve<EncoderFiles, ReaderProtocol>(async (files, leaveNotice) => {
  const encoder = await openEncoder(files, leaveNotice);
  const queue = new PQueue({ concurrency: 1 });
  const latest = new LRUCache<string, Float32Array>({ max: LATEST_QUESTIONS });
  let tokens = 0;
  let expectedUntil = 0;

  async function encode(text: string, maxTokens: number, retire: () => void): Promise<Float32Array> {
    const vectors = await encoder(text, maxTokens);
    tokens += vectors.length / DIMENSIONS;
    if (tokens > MOST_TOKENS) retire();
    return vectors;
  }

  /** Of the words of a question. It is compared with passages after they have been found by it: then it has been read. */
  async function vectorsOf(question: string, retire: () => void): Promise<Float32Array> {
    const vectors = latest.get(question) ?? (await encode(question, QUESTION_TOKENS, retire));
    latest.set(question, vectors);
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

  async function readPassage(text: string, signal: AbortSignal, retire: () => void): Promise<ReadText> {
    // Its turn may come when a question is expected that was not when it began to wait.
    const unlessExpecting = async () =>
      performance.now() < expectedUntil ? null : encodeText(await encode(text, PASSAGE_TOKENS, retire));
    for (;;) {
      const read = await inTurn(unlessExpecting, signal, 0);
      if (read !== null) return read;
      await setTimeout(LOOK_AGAIN);
    }
  }

  /** A passage that a question waits for. */
  function readAhead(text: string, signal: AbortSignal, retire: () => void): Promise<ReadText> {
    const expecting = async () => {
      const read = encodeText(await encode(text, PASSAGE_TOKENS, retire));
      expectedUntil = performance.now() + COMPARED_WITHIN;
      return read;
    };
    return inTurn(expecting, signal, 1);
  }

  return {
    async read({ texts, ahead }, { signal, retire }) {
      const read: ReadText[] = [];
      for (const text of texts) read.push(await (ahead ? readAhead : readPassage)(text, signal, retire));
      return read;
    },
    async embed({ question }, { signal, retire }) {
      const expecting = async () => {
        const vector = meanVector(await vectorsOf(question, retire));
        expectedUntil = performance.now() + COMPARED_WITHIN;
        return vector;
      };
      return inTurn(expecting, signal, 1);
    },
    async compare({ questions, passages }, { signal, retire }) {
      const comparisons: WordComparison[][] = [];
      for (const question of questions) {
        const compare = async () => passages.map(createComparison(await vectorsOf(question, retire)));
        comparisons.push(await inTurn(compare, signal, 1));
      }
      expectedUntil = 0;
      return comparisons;
    },
  };
});
