import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { serve } from '../host/child.ts';
import { type Pooling, pool } from './pooling.ts';
import { loadModel, returnOnly, type TransformersSettings } from './transformers-library.ts';

/** The program of a child process that computes vectors with one model. */

export interface EmbedderSettings extends TransformersSettings {
  pooling: Pooling;
}

export type EmbedderProtocol = {
  /** Texts with their prefixes → their vectors in one list. `first`: a visitor waits, so it goes ahead of passages. */
  embed: { ask: { texts: string[]; first: boolean }; part: never; result: Float32Array };
};

/** Texts per run: a run cannot be interrupted, and the next request waits for its end. */
const RUN = 4;

serve<EmbedderSettings, EmbedderProtocol>(async (settings) => {
  const { tokenizer, model } = await loadModel(settings, 'AutoModel');
  returnOnly('last_hidden_state', model.sessions);
  const queue = new PQueue({ concurrency: 1 });

  async function vectorsOf(texts: string[]): Promise<Float32Array> {
    // Both packages truncate long texts silently if the model's settings state its length; always pass it explicitly.
    const inputs = await tokenizer(texts, { padding: true, truncation: true, max_length: settings.contextTokens });
    const { last_hidden_state: states } = await model(inputs);
    if (!states) throw new Error('the model returns no hidden states: it is not an embedding model.');
    return pool({ data: states.data, shape: states.dims }, inputs.attention_mask.data, settings.pooling);
  }

  return {
    async embed({ texts, first }, { signal }) {
      const runs: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += RUN) {
        const run = () => {
          signal.throwIfAborted();
          return vectorsOf(texts.slice(at, at + RUN));
        };
        runs.push(await queue.add(run, { priority: first ? 1 : 0 }));
        // A run blocks this process: this lets messages in that arrived meanwhile.
        await setImmediate();
      }
      return joined(runs);
    },
  };
});

function joined(parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
