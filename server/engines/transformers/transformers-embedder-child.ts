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
  /** Texts with their prefixes → their vectors in one list. `first`: a visitor waits, so it goes ahead of the others. */
  embed: { ask: { texts: string[]; first: boolean }; part: never; result: Float32Array };
};

serve<EmbedderSettings, EmbedderProtocol>(async (settings) => {
  const { tokenizer, model } = await loadModel(settings, 'AutoModel');
  returnOnly('last_hidden_state', model.sessions);
  const queue = new PQueue({ concurrency: 1 });

  /**
   * One text a run. The vector of a quantized model depends on what else is in its run, a padded batch takes longer than its
   * texts do one by one, and a run cannot be interrupted: the next request waits for its end.
   */
  async function vectorOf(text: string): Promise<Float32Array> {
    // Both packages truncate long texts silently if the model's settings state its length; always pass it explicitly.
    const inputs = await tokenizer([text], { truncation: true, max_length: settings.contextTokens });
    const { last_hidden_state: states } = await model(inputs);
    if (!states) throw new Error('the model returns no hidden states: it is not an embedding model.');
    return pool({ data: states.data, shape: states.dims }, inputs.attention_mask.data, settings.pooling);
  }

  return {
    async embed({ texts, first }, { signal }) {
      const runs: Float32Array[] = [];
      for (const text of texts) {
        const run = () => {
          signal.throwIfAborted();
          return vectorOf(text);
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
