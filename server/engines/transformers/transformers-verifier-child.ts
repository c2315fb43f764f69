import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { serve } from '../host/child.ts';
import type { Inference, SentencePair } from '../types.ts';
import { combineInferences, readInferenceLabels, toInference } from './inference-labels.ts';
import { loadModel, type TransformersSettings } from './transformers-library.ts';

/** Bounds the time that one passage takes. In passages of our own chunks there are fewer. */
const MAX_WINDOWS = 8;
/** The share of a window that it has in common with the one before, so that a sentence is whole in one of them. */
const OVERLAP = 0.25;
/** A longer piece without a space is cut: not all scripts have spaces. In characters. */
const MAX_PIECE_LENGTH = 16;

const PIECE = new RegExp(`.{1,${MAX_PIECE_LENGTH}}`, 'gsu');

/** The program of a child process that reads passages and sentences together and tells whether one follows from the other. */

export type VerifierProtocol = {
  verify: { ask: SentencePair[]; part: never; result: Inference[] };
};

/** The tokens around both texts, and some to spare: a text cut in two may have more tokens than its parts. */
const FRAME_TOKENS = 12;
/** A sentence that takes more of the context leaves too little to the passage. */
const MAX_SENTENCE_SHARE = 0.5;
const NOTHING_TOLD: Inference = { entailment: 0, contradiction: 0 };

serve<TransformersSettings, VerifierProtocol>(async (settings) => {
  const { tokenizer, model } = await loadModel(settings, 'AutoModelForSequenceClassification');
  const labels = readInferenceLabels((model.config as { id2label?: unknown }).id2label);
  const queue = new PQueue({ concurrency: 1 });
  const frame = tokenizer.encode('').length;
  const count = (text: string) => tokenizer.encode(text).length - frame;

  function windowsOf({ heading, passage, sentence }: SentencePair): string[] {
    const own = count(sentence);
    if (own > settings.contextTokens * MAX_SENTENCE_SHARE) return [];
    const room = settings.contextTokens - FRAME_TOKENS - own - count(heading);
    // A heading that leaves less room to the passage than it takes itself is left out.
    if (room < count(heading)) return splitIntoWindows(passage, settings.contextTokens - FRAME_TOKENS - own, count);
    return splitIntoWindows(passage, room, count).map((window) => (heading === '' ? window : `${heading}\n${window}`));
  }

  /**
   * One pair a run. A quantized model takes its scale from all that it reads at once, so in a larger run the other pairs
   * would change a pair's result; and on a processor a larger run saves no time.
   */
  async function inferFrom(premise: string, sentence: string): Promise<Inference> {
    const inputs = await tokenizer(premise, {
      text_pair: sentence,
      truncation: true,
      max_length: settings.contextTokens,
    });
    const { logits } = await model(inputs);
    return toInference(Array.from(logits?.data ?? [], Number), labels);
  }

  async function verifyPair(pair: SentencePair, signal: AbortSignal): Promise<Inference> {
    const windows = windowsOf(pair);
    if (windows.length === 0) return NOTHING_TOLD;
    const parts: Inference[] = [];
    for (const window of windows) {
      const run = () => {
        signal.throwIfAborted();
        return inferFrom(window, pair.sentence);
      };
      parts.push(await queue.add(run));
      // A run blocks this process: this lets in an abort that arrived meanwhile.
      await setImmediate();
    }
    return combineInferences(parts);
  }

  return {
    async verify(pairs, { signal }) {
      const inferences: Inference[] = [];
      for (const pair of pairs) inferences.push(await verifyPair(pair, signal));
      return inferences;
    },
  };
});

/**
 * Splits a text into windows of at most `room` tokens, at spaces where there are any. Each begins with the end of the one
 * before. What follows the eighth window is left out. `count`: the tokens of a text.
 */
function splitIntoWindows(text: string, room: number, count: (text: string) => number): string[] {
  if (count(text) <= room) return [text];
  const pieces = (text.match(/\S+\s*/g) ?? []).flatMap((word) => word.match(PIECE) ?? []);
  const lengths = pieces.map(count);
  const windows: string[] = [];
  for (let from = 0; from < pieces.length && windows.length < MAX_WINDOWS; ) {
    const to = endOfWindow(lengths, from, room);
    windows.push(pieces.slice(from, to).join('').trim());
    if (to === pieces.length) break;
    from = startOfOverlap(lengths, from, to, room * OVERLAP);
  }
  return windows;
}

/** A window has at least one piece. */
function endOfWindow(lengths: number[], from: number, room: number): number {
  let [to, length] = [from + 1, lengths[from] ?? 0];
  while (to < lengths.length && length + (lengths[to] ?? 0) <= room) length += lengths[to++] ?? 0;
  return to;
}

/** Where the last `room` tokens before `to` begin; after `from`, so that the windows advance. */
function startOfOverlap(lengths: number[], from: number, to: number, room: number): number {
  let [start, length] = [to, 0];
  while (start - 1 > from && length + (lengths[start - 1] ?? 0) <= room) length += lengths[--start] ?? 0;
  return start;
}
