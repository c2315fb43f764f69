import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { serve } from '../host/child.ts';
import { loadModel, type TransformersSettings } from './transformers-library.ts';

/** The program of a child process that reads a question and a passage together and scores how well they fit. */

export type RerankerProtocol = {
  score: { ask: { question: string; passages: string[] }; part: never; result: number[] };
};

/** Passages per run: a run cannot be interrupted, and the next question waits for its end. */
const RUN = 4;

serve<TransformersSettings, RerankerProtocol>(async (settings) => {
  const { tokenizer, model } = await loadModel(settings, 'AutoModelForSequenceClassification');
  const queue = new PQueue({ concurrency: 1 });

  async function scoresOf(question: string, passages: string[]): Promise<number[]> {
    const inputs = await tokenizer(Array(passages.length).fill(question), {
      text_pair: passages,
      padding: true,
      truncation: true,
      max_length: settings.contextTokens,
    });
    const { logits } = await model(inputs);
    const scores: number[] = Array.from(logits?.data ?? [], Number);
    if (scores.length !== passages.length || !scores.every(Number.isFinite)) {
      throw new Error('the model does not return one number per question and passage: it is not a reranking model.');
    }
    return scores;
  }

  return {
    async score({ question, passages }, { signal }) {
      const scores: number[] = [];
      for (let at = 0; at < passages.length; at += RUN) {
        const run = () => {
          signal.throwIfAborted();
          return scoresOf(question, passages.slice(at, at + RUN));
        };
        scores.push(...(await queue.add(run)));
        // A run blocks this process: this lets in an abort that arrived meanwhile.
        await setImmediate();
      }
      return scores;
    },
  };
});
