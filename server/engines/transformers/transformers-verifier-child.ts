import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { serve } from '../host/child.ts';
import type { Inference, SentencePair } from '../types.ts';
import { combineInferences, readInferenceLabels, toInference } from './inference-labels.ts';
import { splitIntoWindows } from './split-into-windows.ts';
import { loadModel, type TransformersSettings } from './transformers-library.ts';

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
