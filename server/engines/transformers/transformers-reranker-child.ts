import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { serve } from '../host/child.ts';
import { loadModel, type TransformersSettings } from './transformers-library.ts';

/** The program of a child process that reads a question and a passage together and scores how well they fit. */

export type RerankerProtocol = {
  score: { ask: { question: string; passages: string[] }; part: never; result: number[] };
};

serve<TransformersSettings, RerankerProtocol>(async (settings) => {
  const { tokenizer, model } = await loadModel(settings, 'AutoModelForSequenceClassification');
  const queue = new PQueue({ concurrency: 1 });

  /** One pair a run: what a quantized model makes of it depends on what else is in the run, and padding takes time. */
  async function scoreOf(question: string, passage: string): Promise<number> {
    const inputs = await tokenizer([question], {
      text_pair: [passage],
      truncation: true,
      max_length: settings.contextTokens,
    });
    const { logits } = await model(inputs);
    const [score = Number.NaN, ...more] = Array.from(logits?.data ?? [], Number);
    if (!Number.isFinite(score) || more.length > 0) {
      throw new Error('the model does not return one number per question and passage: it is not a reranking model.');
    }
    return score;
  }

  return {
    async score({ question, passages }, { signal }) {
      const scores: number[] = [];
      for (const passage of passages) {
        const run = () => {
          signal.throwIfAborted();
          return scoreOf(question, passage);
        };
        scores.push(await queue.add(run));
        // A run blocks this process: this lets in an abort that arrived meanwhile.
        await setImmediate();
      }
      return scores;
    },
  };
});
